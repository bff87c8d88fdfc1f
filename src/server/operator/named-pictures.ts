import type { SiteContent } from '../../content/model/site-content.ts';
import { decode, encode } from '../../content/texts/rewrite-html.ts';

/** The pictures that content names, in blocks and inside of its HTML, each once. */
export function namedPictures(content: SiteContent): string[] {
  const named = new Set<string>();
  walk(content, (src) => {
    named.add(src);
    return src;
  });
  return [...named];
}

/** The content with other addresses for its pictures; those that are not in the list stay. */
export function renamePictures(content: SiteContent, addresses: ReadonlyMap<string, string>): SiteContent {
  return walk(content, (src) => addresses.get(src) ?? src) as SiteContent;
}

function walk(value: unknown, rename: (src: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  const isImage = 'src' in value && 'alt' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (typeof inner !== 'string') return [key, walk(inner, rename)];
      if (key === 'html') return [key, renameIn(inner, rename)];
      return [key, isImage && key === 'src' ? rename(inner) : inner];
    }),
  );
}

/** The HTML is clean: its attributes stand in double quotes. */
function renameIn(html: string, rename: (src: string) => string): string {
  return html.replace(/(<img\b[^<>]*\bsrc=")([^"]*)"/g, (_, before: string, src: string) => {
    return `${before}${encode(rename(decode(src)))}"`;
  });
}
