/** What a page says in its markup, for tests that need no browser to see it. */

type Attributes = Readonly<Partial<Record<string, string>>>;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
        : (entities[name] ?? whole),
  );
}

/** A page without what browsers do not read as markup: comments, and the insides of scripts and styles. */
function markupOf(page: string): string {
  return page.replace(/<!--.*?-->/gs, '').replace(/(<(script|style)\b[^>]*>).*?(?=<\/\2>)/gs, '$1');
}

/** The attributes of every element of a name, in the order of the page; of all elements where none is given. */
export function elementsIn(page: string, name = '[a-z][a-z0-9-]*'): Attributes[] {
  const tag = new RegExp(`<${name}(?=[\\s/>])((?:[^"'>]|"[^"]*"|'[^']*')*)>`, 'gi');
  return [...markupOf(page).matchAll(tag)].map(([, written = '']) => {
    const pairs = [...written.matchAll(/([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)];
    return Object.fromEntries(
      pairs.map(([, key = '', double, single]) => [key.toLowerCase(), unescape(double ?? single ?? '')]),
    );
  });
}

/** The texts of every element of a name that has none of its own kind in it, in one line each. */
export function textsIn(page: string, name: string): string[] {
  const element = new RegExp(`<${name}(?=[\\s>])(?:[^"'>]|"[^"]*"|'[^']*')*>(.*?)</${name}>`, 'gis');
  return [...markupOf(page).matchAll(element)].map(([, inside = '']) => plain(inside));
}

/** The main part of a page, as markup. */
export function mainOf(page: string): string {
  return /<main\b.*<\/main>/s.exec(page)?.[0] ?? '';
}

function plain(html: string): string {
  return unescape(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
