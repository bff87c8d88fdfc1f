import { expect, test } from 'vitest';
import { cleanHtml } from '../../../src/content/texts/clean-html.ts';
import { nameHeadings, noUsedIds, rewriteLinks, wrapTables } from '../../../src/content/texts/rewrite-html.ts';

test('every link of a text gets its address', () => {
  const html = cleanHtml(
    '<p>See <a title="x" href="/about?a=1&b=2">about <em>us</em></a> or <a href="#x">below</a>.</p>',
  );
  const asked: string[] = [];
  const rewritten = rewriteLinks(html, (href) => {
    asked.push(href);
    return `/de${href}`;
  });
  expect(asked).toEqual(['/about?a=1&b=2', '#x']);
  expect(rewritten).toContain('href="/de/about?a=1&amp;b=2">about <em>us</em></a>');
});

test('a link that leads nowhere becomes plain text', () => {
  expect(rewriteLinks('<p>Please <a href="/register">open an account</a>.</p>', () => null)).toBe(
    '<p>Please open an account.</p>',
  );
});

test('an address cannot end its attribute', () => {
  expect(rewriteLinks('<a href="/x">x</a>', () => '/"><script>')).toBe('<a href="/&quot;&gt;&lt;script&gt;">x</a>');
});

test('headings get unique ids from their words', () => {
  const { html, headings } = nameHeadings(
    '<h2>Größe &amp; <em>Maß</em></h2><p>a</p><h2>Risk</h2><h2>Risk</h2><h2>…</h2>',
  );
  expect(headings).toEqual([
    { id: 'section-grosse-mass', label: 'Größe & Maß' },
    { id: 'section-risk', label: 'Risk' },
    { id: 'section-risk-2', label: 'Risk' },
    { id: 'section', label: '…' },
  ]);
  expect(html).toContain('<h2 id="section-grosse-mass">Größe &amp; <em>Maß</em></h2>');
});

test('ids of headings are unique across the page’s texts', () => {
  const taken = noUsedIds();
  const ids = ['<h2>Content</h2>', '<h2>Content</h2>'].map((html) => nameHeadings(html, taken).headings[0]?.id);
  expect(ids).toEqual(['section-content', 'section-content-2']);
  const numbered = nameHeadings('<h2>Risk 2</h2><h2>Risk</h2><h2>Risk</h2><h2>Risk 2</h2>');
  expect(numbered.headings.map(({ id }) => id)).toEqual([
    'section-risk-2',
    'section-risk',
    'section-risk-3',
    'section-risk-2-2',
  ]);
});

test('twenty thousand equal headings get ids, which takes a minute if each is tried from the first on', () => {
  const { headings } = nameHeadings('<h2>A</h2>'.repeat(20_000));
  expect(headings.at(-1)?.id).toBe('section-a-20000');
});

test('a table scrolls in a region of its own', () => {
  expect(wrapTables('<table><tr><td>1</td></tr></table>', 'Table')).toBe(
    '<div class="table" role="group" tabindex="0" aria-label="Table"><table><tr><td>1</td></tr></table></div>',
  );
});
