/**
 * Changes to sanitised HTML. The sanitiser writes every tag in one form, with attributes in double quotes and no markup
 * characters in them, so these functions can search text instead of parsing it.
 */

/**
 * Sets the address of every link to the result of `resolve`; if that is null, the link is removed and its text stays.
 */
export function rewriteLinks(html: string, resolve: (href: string) => string | null): string {
  return html.replace(/<a\b([^<>]*)>(.*?)<\/a>/gs, (whole, attributes: string, words: string) => {
    const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
    if (href === undefined) return whole;
    const address = resolve(decode(href));
    if (address === null) return words;
    return `<a${attributes.replace(`href="${href}"`, () => `href="${encode(address)}"`)}>${words}</a>`;
  });
}

/** The addresses of all links. */
export function hrefsIn(html: string): string[] {
  if (!html.includes('<a ')) return [];
  return [...html.matchAll(/<a\b[^<>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decode(href));
}

/** A heading, as the table of contents shows it. */
export interface TextHeading {
  id: string;
  /** Without markup. */
  label: string;
}

/**
 * Gives every h2 an id, made from its text with a number if needed, and lists the headings. All ids begin with
 * `section`, as no other id on a page does. `used` holds the ids of the page's other texts; the new ids are added to
 * it.
 */
export function nameHeadings(html: string, used = noUsedIds()): { html: string; headings: TextHeading[] } {
  const headings: TextHeading[] = [];
  const named = html.replace(/<h2>(.*?)<\/h2>/gs, (_, words: string) => {
    const label = decode(words.replace(/<[^<>]*>/g, '')).trim();
    const id = unusedId(sectionId(label), used);
    headings.push({ id, label });
    return `<h2 id="${id}">${words}</h2>`;
  });
  return { html: named, headings };
}

/** A table can be wider than a phone, so it gets its own scroll area, which the keyboard can scroll too. */
export function wrapTables(html: string, label: string): string {
  return html
    .replace(/<table>/g, `<div class="table" role="group" tabindex="0" aria-label="${encode(label)}"><table>`)
    .replace(/<\/table>/g, '</table></div>');
}

/** The combining marks that remain when accented letters are decomposed. */
const marks = /[\u0300-\u036f]/g;

function sectionId(label: string): string {
  const words = label.normalize('NFD').replace(marks, '').replace(/ß/g, 'ss').toLowerCase();
  return `section-${words.replace(/[^a-z0-9]+/g, '-')}`.replace(/-+/g, '-').replace(/-$/, '');
}

/** The ids of a page, each with the last number that was given to its words: a long text has many equal headings. */
export type UsedIds = Map<string, number>;

export const noUsedIds = (): UsedIds => new Map();

/** Returns `base`, with a number if that id is used already, and adds the result to `used`. */
export function unusedId(base: string, used: UsedIds): string {
  const last = used.get(base);
  let number = (last ?? 0) + 1;
  if (last !== undefined) while (used.has(`${base}-${number}`)) number++;
  const id = last === undefined ? base : `${base}-${number}`;
  used.set(id, 1).set(base, number);
  return id;
}

const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

export function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => signs[entity] ?? entity);
}

export function encode(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
