import type { Locale } from '../../brand.ts';
import { defaultLocale, defaultSwitches } from '../../brand.ts';
import type { AddressOfPage, ContentWarning } from '../content-source.ts';
import type { LinkFacts } from '../links.ts';
import { linkIn } from '../links.ts';
import type { Redirect } from '../model/redirects.ts';
import type { Page } from '../model/site-content.ts';
import { indexPages, linkedPath } from '../site-questions.ts';
import { hrefsIn } from '../texts/rewrite-html.ts';
import { withValidBlocks } from './valid-blocks.ts';

/**
 * Editors link to a page of the CMS by its identity. Its address is written only when it is known which pages are
 * published, so that a page that goes offline takes no other page with it.
 */
const linkStart = '/@page/';

/** The target of a link to a page, by the `id` in its key, until the address is known. */
export const pageLink = (id: string) => linkStart + id;

/** What becomes of the target of a link; undefined: it leads nowhere. */
export type LinkTarget = (href: string) => string | undefined;

/** Writes the addresses of links to pages, and leaves all others as they are. */
export function createIdTargets(addressOf: AddressOfPage): LinkTarget {
  return (href) => (href.startsWith(linkStart) ? addressOf(href.slice(linkStart.length)) : href);
}

/**
 * The same, and what is no address of a page, an application page or a file leads nowhere. Pages that a switch hides
 * count: they are left out when a page is rendered.
 */
export function createTargets(
  pages: readonly Page[],
  addressOf: AddressOfPage,
  redirects: readonly Redirect[],
): LinkTarget {
  const switches = { ...defaultSwitches, registration: true, platformOnly: false, economics: true };
  const index = indexPages(pages, redirects);
  const site = { linkedPath: (...asked: [string, Locale, Locale]) => linkedPath(index, ...asked) };
  const facts: LinkFacts = { site, switches, locale: defaultLocale };
  const byId = createIdTargets(addressOf);
  const known = new Map<string, boolean>();
  return (href) => {
    if (href.startsWith(linkStart)) return byId(href);
    // Query and hash do not decide where a path leads.
    const path = href.startsWith('/') ? href.replace(/[?#].*$/s, '') : href;
    const isThere = known.get(path) ?? linkIn(path, facts) !== null;
    known.set(path, isThere);
    return isThere ? href : undefined;
  };
}

/** Writes the targets of all links in a value; leaves out buttons that lead nowhere. `path`: where editors find it. */
export function resolveLinks<Value>(
  value: Value,
  path: string,
  target: LinkTarget,
): { value: Value; warnings: ContentWarning[] } {
  const gone = new Set<string>();
  const resolved = resolve(value, target, (href) => gone.add(href)) as Value;
  const warnings = [...gone].map((href): ContentWarning => {
    const what = href.startsWith(linkStart) ? `the page ${href.slice(linkStart.length)}` : href;
    return { kind: 'link', path, address: href, text: `a link to ${what} is left out, because that is not published` };
  });
  return { value: resolved, warnings };
}

/** The same for a page, without the blocks that this leaves empty. `path`: where an editor finds the page. */
export function resolvePageLinks(
  page: Page,
  path: string,
  target: LinkTarget,
): { page: Page; warnings: ContentWarning[] } {
  const { value, warnings } = resolveLinks(page, path, target);
  if (warnings.length === 0) return { page: value, warnings };
  const valid = withValidBlocks(value, path);
  return { page: valid.page, warnings: [...warnings, ...valid.warnings] };
}

/**
 * Undefined: nothing is left of it. A button goes with its address. What has no links stays the same object, because
 * most of the content has none.
 */
function resolve(value: unknown, target: LinkTarget, onGone: (href: string) => void, key = ''): unknown {
  if (typeof value === 'string') {
    if (key === 'html') {
      // Only reported: a text is written with its links when it is rendered.
      for (const href of hrefsIn(value)) if (target(href) === undefined) onGone(href);
    }
    if (key !== 'href') return value;
    const written = target(value);
    if (written === undefined) onGone(value);
    return written;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    return [name, resolve(inner, target, onGone, name), inner] as const;
  });
  if (fields.every(([, now, before]) => now === before)) return value;
  const left = fields.filter(([, now]) => now !== undefined);
  if (Array.isArray(value)) return left.map(([, now]) => now);
  const isGoneButton = 'label' in value && fields.some(([name, now]) => name === 'href' && now === undefined);
  return isGoneButton ? undefined : Object.fromEntries(left);
}
