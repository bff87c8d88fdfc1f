import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from '../../../src/content/texts/clean-html.ts';
import { blocksOf } from '../../../src/content/sources/cockpit-blocks.ts';
import { hrefIn } from '../../../src/content/sources/cockpit-values.ts';

/** Attacks from well-known lists of XSS payloads. */
const payloads = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//x.test/a.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img/src="x"/onerror="alert(1)">',
  '<svg onload=alert(1)><circle/></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.test">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<iframe src="https://x.test"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<form action="/api/contact"><input name=a><button>x</button></form>',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<link rel="stylesheet" href="https://evil.test/x.css">',
  '<style>@import "https://evil.test/x.css";</style>',
  '<p onclick="alert(1)" class="header" id="main">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<a href="https://ok.test" target="_blank" onmouseover="alert(1)">x</a>',
  '<a href="/about" onclick="alert(1)" onfocus="alert(1)" autofocus>x</a>',
];

/** Expects that every tag belongs to clean HTML and has only harmless attributes. */
function expectHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^<>]*>?/g)) {
    expect(tag).toMatch(
      /^<\/?[a-z][a-z0-9]*( (href|title|datetime|src|alt|width|height|scope|colspan|rowspan|start)="[^"]*")*( \/)?>$/,
    );
    expect(tag).not.toMatch(
      /^<\/?(script|style|iframe|object|embed|form|input|button|svg|math|base|meta|link|template)/,
    );
    expect(tag).not.toMatch(/(href|src)="\s*((java|vb)script|data|\/\/)/i);
  }
}

describe('the allow-list of HTML', () => {
  it.each(payloads)('disarms %s', (payload) => {
    expectHarmless(cleanHtml(payload));
    expectHarmless(cleanHtml(`<p>before ${payload} after</p>`));
  });

  it('disarms any combination of such fragments', () => {
    const piece = fc.oneof(
      fc.constantFrom(...payloads),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '<!--',
        '-->',
        '</p>',
        '<p',
        ' onclick=',
        '=x ',
        '&lt;',
        '\u0000',
        '<![CDATA[',
      ),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const clean = cleanHtml(pieces.join(''));
        expectHarmless(clean);
        expectHarmless(cleanHtml(clean));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what a text needs', () => {
    const text =
      '<h2>Title</h2><p>A <strong>word</strong> &amp; <a href="/about">a link</a>.</p><table><tbody><tr><th scope="row">a</th><td>b</td></tr></tbody></table>';
    expect(cleanHtml(text)).toBe(text);
    expect(cleanHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>');
    expect(cleanHtml('<table><tr><td align="right">1</td></tr></table>')).toContain('<td align="right">1</td>');
    expect(cleanHtml('<table><tr><td align="justify" style="x">1</td></tr></table>')).not.toMatch(/justify|style/);
  });
});

describe('what comes from a CMS', () => {
  const values = { origin: 'https://cms.test', basePath: '', addressOf: () => undefined };
  const nothing = { components: [], content: '', sections: [], faq: [], hero: null, gallery: null };

  it.each(payloads)('is disarmed in every field that has HTML: %s', (payload) => {
    const row = (name: string, value: object) => ({ field: { name }, value });
    const blocks = blocksOf(
      {
        ...nothing,
        components: [
          { component: 'text', settings: { text: payload } },
          { component: 'html', settings: { html: payload } },
          { component: 'rich-text', settings: { title: 'A', html: payload } },
          { component: 'faq', settings: { items: [row('item', { question: 'Q', html: payload })] } },
          { component: 'button', settings: { text: 'B', url: payload.match(/href="([^"]*)"/)?.[1] ?? '/' } },
        ],
        content: payload,
        sections: [row('faq', { question: 'Q', answer: payload }), row('banner', { text: payload })],
      },
      values,
    );
    for (const { html } of blocks) if (typeof html === 'string') expectHarmless(html);
    expect(JSON.stringify(blocks)).not.toMatch(/"href":"\s*(java|vb)script|"href":"data:/i);
  });

  it.each([
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
  ])('has no link to %j', (href) => {
    expect(hrefIn(href, values)).toBeUndefined();
  });

  it('loses the CMS’s own address in its links and pictures', () => {
    expect(hrefIn('https://cms.test/about', values)).toBe('/about');
    const content =
      '<p><a href="https://cms.test/about">a</a><img src="https://cms.test/storage/uploads/x.png" alt="" /></p>';
    const [block] = blocksOf({ ...nothing, content }, values);
    expect(block?.['html']).toBe('<p><a href="/about">a</a><img src="/storage/uploads/x.png" alt="" /></p>');
  });
});
