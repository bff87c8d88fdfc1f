/** Reads a page's markup, for tests that need no browser. */

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

/** A page without the parts that browsers do not read as markup: comments, and the contents of scripts and styles. */
function markupOf(page: string): string {
  return page.replace(/<!--.*?-->/gs, '').replace(/(<(script|style)\b[^>]*>).*?(?=<\/\2>)/gs, '$1');
}

/** The attributes of every element with this name, in the order of the page; of all elements by default. */
export function elementsIn(page: string, name = '[a-z][a-z0-9-]*'): Attributes[] {
  const tag = new RegExp(`<${name}(?=[\\s/>])((?:[^"'>]|"[^"]*"|'[^']*')*)>`, 'gi');
  return [...markupOf(page).matchAll(tag)].map(([, written = '']) => {
    const pairs = [...written.matchAll(/([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)];
    return Object.fromEntries(
      pairs.map(([, key = '', double, single]) => [key.toLowerCase(), unescape(double ?? single ?? '')]),
    );
  });
}

/** The texts of every element with this name that contains none of the same name, each on one line. */
export function textsIn(page: string, name: string): string[] {
  const element = new RegExp(`<${name}(?=[\\s>])(?:[^"'>]|"[^"]*"|'[^']*')*>(.*?)</${name}>`, 'gis');
  return [...markupOf(page).matchAll(element)].map(([, inside = '']) => plain(inside));
}

/** The markup of a page's main element. */
export function mainOf(page: string): string {
  return /<main\b.*<\/main>/s.exec(page)?.[0] ?? '';
}

function plain(html: string): string {
  return unescape(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
