/**
 * Changes of HTML that went through the allow-list: its writer leaves every tag in one form, with attributes in double
 * quotes and no sign of markup in them, so that text can be searched instead of parsed.
 */

/** Gives every link the address that `resolve` says; where that is null, the words of the link stay and it is none. */
export function rewriteLinks(html: string, resolve: (href: string) => string | null): string {
  return html.replace(/<a\b([^<>]*)>(.*?)<\/a>/gs, (whole, attributes: string, words: string) => {
    const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
    if (href === undefined) return whole;
    const address = resolve(decode(href));
    if (address === null) return words;
    return `<a${attributes.replace(`href="${href}"`, () => `href="${encode(address)}"`)}>${words}</a>`;
  });
}

/** A heading of a text, as its table of contents names it. */
export interface TextHeading {
  id: string;
  /** Without markup. */
  label: string;
}

/**
 * Gives every h2 an id, made of its words and told apart by numbers, and lists them. All ids begin with `section`, as
 * no other of a page does; `taken` are those of its other texts, and has these afterwards.
 */
export function nameHeadings(html: string, taken = new Set<string>()): { html: string; headings: TextHeading[] } {
  const headings: TextHeading[] = [];
  const named = html.replace(/<h2>(.*?)<\/h2>/gs, (_, words: string) => {
    const label = decode(words.replace(/<[^<>]*>/g, '')).trim();
    const id = unusedId(sectionId(label), taken);
    headings.push({ id, label });
    return `<h2 id="${id}">${words}</h2>`;
  });
  return { html: named, headings };
}

/** A table can be wider than a phone: it scrolls in itself, and by the keyboard too. */
export function wrapTables(html: string, label: string): string {
  return html
    .replace(/<table>/g, `<div class="table" role="group" tabindex="0" aria-label="${encode(label)}"><table>`)
    .replace(/<\/table>/g, '</table></div>');
}

/** Characters that letters with marks are made of, once they are taken apart. */
const marks = /[\u0300-\u036f]/g;

function sectionId(label: string): string {
  const words = label.normalize('NFD').replace(marks, '').replace(/ß/g, 'ss').toLowerCase();
  return `section-${words.replace(/[^a-z0-9]+/g, '-')}`.replace(/-+/g, '-').replace(/-$/, '');
}

/** An id that begins with this and is none of those taken; it is one of them afterwards. */
export function unusedId(base: string, taken: Set<string>): string {
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  taken.add(id);
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
