import { homeSlug } from '../src/content/model/parts.ts';
import type { ContentFault, ContentSource } from '../src/content/content-source.ts';
import { findPage } from '../src/content/localise.ts';
import type { SiteContent } from '../src/content/model/site-content.ts';
import { decode } from '../src/content/texts/rewrite-html.ts';

/**
 * Finds faults that the schema cannot detect: links of texts to pages that do not exist, missing pictures, and pages
 * without exactly one hero as their first block (its title is the h1).
 */
export async function findContentFaults(
  content: SiteContent,
  loadPicture: ContentSource['loadPicture'],
): Promise<ContentFault[]> {
  const named = namedIn(content, '');
  const pictures = named.filter(({ is }) => is === 'picture');
  const missing = await Promise.all(
    pictures.map(async ({ path, address }) =>
      (await loadPicture(address)) ? [] : [fault(path, 'a picture', address)],
    ),
  );
  return [
    ...named
      .filter(({ is, address }) => is === 'link' && !leadsSomewhere(address, content))
      .map(({ path, address }) => fault(path, 'a page', address)),
    ...missing.flat(),
    ...content.pages.flatMap(({ slug, texts }) =>
      Object.entries(texts).flatMap(([locale, { blocks }]) => {
        const heroes = blocks?.map(({ kind }) => kind).lastIndexOf('hero') ?? 0;
        return heroes === 0
          ? []
          : [fault(`pages/${slug}/${locale} blocks`, 'one hero, before all others', `${heroes}`)];
      }),
    ),
  ];
}

const fault = (path: string, expected: string, found: string): ContentFault => ({ path, expected, found });

interface Named {
  is: 'link' | 'picture';
  path: string;
  address: string;
}

/** Collects the addresses of all links and pictures, each with its path in the content. */
function namedIn(value: unknown, path: string): Named[] {
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, index) =>
      namedIn(one, isPageList(path) ? `pages/${slugOf(one)}` : `${path}[${index}]`),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): Named[] => {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof inner !== 'string') return namedIn(inner, here);
    if (key === 'href') return [{ is: 'link', path: here, address: inner }];
    if (key === 'src') return [{ is: 'picture', path: here, address: inner }];
    if (key !== 'html') return [];
    return [...inner.matchAll(/<(a|img)\b[^<>]*\b(?:href|src)="([^"]*)"/g)].map(([, tag, address = '']) => ({
      is: tag === 'a' ? 'link' : 'picture',
      path: here,
      address: decode(address),
    }));
  });
}

const isPageList = (path: string) => path === 'pages';
const slugOf = (page: unknown) => String((page as { slug?: unknown }).slug);

/** Addresses of the application's screens: content may link to them although no content page is there. */
const screens =
  /^(platform(\/[A-Z0-9._-]+)?|login|register|password\/request|my-account(\/[\w-]+)?|transactions|payment(\/[\w-]+)?|referrals|affiliate(\/[\w-]+)?|api-reference)$/;

function leadsSomewhere(href: string, { pages, redirects }: SiteContent): boolean {
  if (!href.startsWith('/')) return /^(#|https:|mailto:|tel:)/.test(href);
  const slug = (href.split(/[?#]/)[0] ?? '').replace(/^\/|\/$/g, '');
  if (redirects.some(({ from }) => from === `/${slug}`)) return true;
  return findPage(pages, slug || homeSlug, 'en') !== undefined || screens.test(slug);
}
