import type { Locale } from '../../brand.ts';
import { locales } from '../../brand.ts';
import { addressOf } from '../addresses.ts';
import type { ContentFault, ContentWarning } from '../content-source.ts';
import type { Page } from '../model/site-content.ts';

/** A page that wants to be published. */
export interface PageCandidate {
  key: string;
  path: string;
  page: Page;
  /** Its published version. If `page` is this one, the current version is refused. */
  before: Page | undefined;
}

/** A page that is refused because of another page. */
interface RefusedCandidate {
  key: string;
  path: string;
  faults: readonly ContentFault[];
}

/**
 * Gives every slug to one page. A page keeps the slug under which it is published, whatever others are called; of new
 * ones, the lowest key gets it. The others are refused, so they stay published under their former slugs, or
 * unpublished.
 */
function settleSlugs(candidates: readonly PageCandidate[]): {
  pages: PageCandidate[];
  refused: RefusedCandidate[];
} {
  let pages = [...candidates].sort((one, other) => (one.key < other.key ? -1 : 1));
  const refused: RefusedCandidate[] = [];
  for (;;) {
    const groups = Map.groupBy(pages, ({ page }) => page.slug);
    const group = [...groups.values()].find(({ length }) => length > 1);
    if (!group) return { pages, refused };
    const winner = group.find(({ page, before }) => before?.slug === page.slug) ?? group[0];
    pages = pages.flatMap((one): PageCandidate[] => {
      if (one === winner || !group.includes(one)) return [one];
      const { key, path, page, before } = one;
      if (page === before) return [];
      const found = `${page.slug}, which is ${winner?.path === path ? winner.key : winner?.path}'s`;
      refused.push({ key, path, faults: [{ path: `${path} slug`, expected: 'a slug of its own', found }] });
      return before ? [{ ...one, page: before }] : [];
    });
  }
}

/**
 * Gives every slug, and every address of a language, to one page. Of two pages with one address, one falls back to its
 * own slug there; if that is not enough, because its address is published and the other is called like it, the other is
 * refused.
 */
export function settleAddresses(candidates: readonly PageCandidate[]): {
  pages: PageCandidate[];
  refused: RefusedCandidate[];
  warnings: ContentWarning[];
} {
  const slugs = settleSlugs(candidates);
  const { refused } = slugs;
  let { pages } = slugs;
  for (;;) {
    const settled = settleLanguages(pages);
    if (settled.refused.size === 0) return { pages: settled.pages, refused, warnings: settled.warnings };
    const left = pages.flatMap((one): PageCandidate[] => {
      const fault = settled.refused.get(one.key);
      if (!fault) return [one];
      const { key, path, page, before } = one;
      if (page === before) return [];
      refused.push({ key, path, faults: [fault] });
      return before ? [{ ...one, page: before }] : [];
    });
    // A former slug may be another's now.
    const again = settleSlugs(left);
    refused.push(...again.refused);
    pages = again.pages;
  }
}

interface SettledLanguages {
  pages: PageCandidate[];
  /** Why pages are refused, by their keys. */
  refused: Map<string, ContentFault>;
  warnings: ContentWarning[];
}

/** Expects pages in the order of their keys, with slugs of their own. */
function settleLanguages(pages: readonly PageCandidate[]): SettledLanguages {
  const settled: SettledLanguages = { pages: [...pages], refused: new Map(), warnings: [] };
  for (const locale of locales) settleLanguage(settled, locale);
  return settled;
}

function settleLanguage({ pages, refused, warnings }: SettledLanguages, locale: Locale): void {
  const holders = new Map<string, number>();
  const waiting = pages.map((_, index) => index).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const other = pages[next];
    if (!other || refused.has(other.key)) continue;
    const address = addressOf(other.page, locale);
    const held = holders.get(address) ?? -1;
    const one = pages[held];
    if (!one || refused.has(one.key)) {
      holders.set(address, next);
      continue;
    }
    const isOthers = isStronger(other, one, locale);
    if (isOthers) holders.set(address, next);
    const [holder, loser, index] = isOthers ? [other, one, held] : [one, other, next];
    if (loser.page.slugs[locale] === undefined) {
      const found = `${loser.page.slug}, which is ${holder.path}'s in ${locale}`;
      refused.set(loser.key, { path: `${loser.path} slug`, expected: 'a slug of its own', found });
      continue;
    }
    const named = `the pages ${one.page.slug} and ${other.page.slug} are both ${address}`;
    warnings.push({ kind: 'address', path: loser.path, text: `${named}: ${loser.page.slug} is left out of it` });
    const slugs = Object.fromEntries(Object.entries(loser.page.slugs).filter(([name]) => name !== locale));
    pages[index] = { ...loser, page: { ...loser.page, slugs } };
    waiting.push(index);
  }
}

/**
 * Whether an address is left to `other`, which comes later: it is published there, or its own slug is the address and
 * the published page is not the one that has it.
 */
function isStronger(other: PageCandidate, one: PageCandidate, locale: Locale): boolean {
  const isPublished = ({ page, before }: PageCandidate) =>
    before !== undefined && addressOf(before, locale) === addressOf(page, locale);
  if (isPublished(one) !== isPublished(other)) return isPublished(other);
  return one.page.slugs[locale] !== undefined && other.page.slugs[locale] === undefined;
}
