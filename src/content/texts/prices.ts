import type { ContentWarning } from '../content-source.ts';
import type { Page, SiteContent } from '../model/site-content.ts';

/**
 * Live prices inside texts, written by editors as `{{price:EURUSD}}`. A price is no part of the content: the page has
 * an empty place for it, which the visitor's browser fills, so no page is outdated when a price changes.
 */
const placeholder = /\{\{\s*price\s*:\s*([^{}<>]*?)\s*\}\}/gi;

export const hasPrices = (html: string) => /\{\{\s*price\s*:/i.test(html);

/** The symbols whose prices a text shows, each once. */
function symbolsIn(html: string): string[] {
  return hasPrices(html) ? [...new Set([...html.matchAll(placeholder)].map(([, symbol = '']) => nameOf(symbol)))] : [];
}

/** Whether it can be written into an attribute: while a site is built, every text counts as an asset. */
const written = /^[A-Z0-9._-]{1,20}$/;

const nameOf = (symbol: string) => symbol.toUpperCase();

interface PriceCells {
  isAsset: (symbol: string) => boolean;
  /** What screen readers say in place of a price that is not there. */
  none: string;
}

/**
 * Replaces each placeholder with a dash, until the live script writes the price there; for a symbol without an asset
 * the dash stays. Only between tags: in an attribute it would be shown as markup.
 */
export function showPriceCells(html: string, { isAsset, none }: PriceCells): string {
  const dash = `<span aria-hidden="true">–</span><span class="visually-hidden">${none}</span>`;
  const cellOf = (symbol: string) =>
    written.test(symbol) && isAsset(symbol)
      ? `<span data-symbol="${symbol}"><span data-rate>${dash}</span></span>`
      : dash;
  const parts = html.split(/(<[^<>]*>)/);
  return parts
    .map((part) =>
      part.startsWith('<') ? part : part.replace(placeholder, (_, symbol: string) => cellOf(nameOf(symbol))),
    )
    .join('');
}

/** Tells editors of symbols that no asset has, in prices of texts and in strips of markets. */
export function symbolWarnings(
  { pages }: Pick<SiteContent, 'pages'>,
  assets: readonly string[] | undefined,
): ContentWarning[] {
  if (!assets) return [];
  const known = new Set(assets);
  return pages.flatMap((page) =>
    shownSymbols(page).flatMap(({ path, symbol }): ContentWarning[] => {
      if (known.has(symbol)) return [];
      const text = `there is no asset called “${symbol}”: its price stays empty`;
      return [{ kind: 'symbol', path, address: symbol, text }];
    }),
  );
}

interface ShownSymbol {
  path: string;
  symbol: string;
}

/** A page never changes, and most pages have no symbols. */
const found = new WeakMap<Page, readonly ShownSymbol[]>();

function shownSymbols(page: Page): readonly ShownSymbol[] {
  const before = found.get(page);
  if (before) return before;
  const symbols = Object.entries(page.texts).flatMap(([locale, text]) =>
    (text.blocks ?? []).flatMap((block, index) => {
      const path = `pages/${page.slug}/${locale} blocks[${index}]`;
      return [...new Set(symbolsOf(block))].map((symbol) => ({ path, symbol }));
    }),
  );
  found.set(page, symbols);
  return symbols;
}

function symbolsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'html' ? symbolsIn(value) : [];
  if (Array.isArray(value)) return key === 'symbols' ? value.map(String) : value.flatMap((one) => symbolsOf(one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => symbolsOf(inner, name));
}
