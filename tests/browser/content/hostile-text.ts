import type { Page } from '@playwright/test';

/** What an attacker would write into a CMS, and the traces that it would leave in our pages. */

/** Ways to inject a script. The last line is encoded as a CMS encodes text without markup. */
export const attack = [
  '</script><script>ran()</script></title></style></textarea>',
  '"><img src=x onerror=ran()><svg onload=ran()></svg>',
  `' onx="ran()" onfocus=ran() autofocus tabindex=0 x='`,
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe><form action="javascript:ran()"><button>go</button></form>',
  '<a href="javascript:ran()">a</a><a href=" java\nscript:ran()">b</a><a href="JaVaScRiPt&colon;ran()">c</a>',
  '&lt;/script&gt;&lt;script&gt;ran()&lt;/script&gt;&lt;img src=x onerror=ran()&gt;',
].join('');

/** Values that are not text: addresses, names that the model knows, dates. */
const noText =
  /slug|^(_id|component|field|href|url|link|figure|icon|form|updated|path|src|meta|symbols|id|email|phone|country|countries|tone|order)$|^(dates?|time|weekday|nth|day_of_month|importance|_.*)$/;

/** The same value, with the attack appended to every text in it. */
export function hostile(value: unknown): unknown {
  // A video is named by its address.
  if (typeof value === 'string' && /^https:\/\/\S+$/.test(value)) return value;
  if (typeof value === 'string') return value.trim() === '' ? value : `${value.slice(0, 900)} ${attack}`;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (noText.test(name)) return [name, inner];
      return [name, lines.test(name) && typeof inner === 'string' ? hostileLines(inner) : hostile(inner)];
    }),
  );
}

/** Texts with one item a line. */
const lines = /^(cells|values)$/;

function hostileLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `${line} ${attack.replaceAll('\n', ' ')}`)
    .join('\n');
}

/** The traces of an attack in a page: elements and attributes that it added, and scripts that it ran. */
export function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nodes = [...document.querySelectorAll('*')];
    const attributes = nodes.flatMap((node) => [...node.attributes].map(({ name, value }) => ({ name, value })));
    const run = /^(javascript|data|vbscript):/i;
    const made = nodes.filter((node) => node.matches('img[src="x"], iframe, form[action^="java"], svg[onload]'));
    const scripts = [...document.scripts].filter(
      ({ type, text }) => type !== 'application/ld+json' && text.includes('ran()'),
    );
    return [
      ...attributes.filter(({ name, value }) => /^on/.test(name) || run.test(value.replace(/\s/g, ''))),
      ...[...made, ...scripts].map(({ outerHTML }) => ({ name: 'element', value: outerHTML })),
      ...('hasRun' in window ? [{ name: 'ran', value: 'yes' }] : []),
    ].map(({ name, value }) => `${name}: ${value.slice(0, 200)}`);
  });
}
