import type { Locale } from '../../brand.ts';
import { brand, locales } from '../../brand.ts';
import { formatDuration } from '../../lib/format/format-duration.ts';
import { settingsIn } from '../localise.ts';
import type { Page, SiteContent } from '../model/site-content.ts';
import { inSlices } from './in-slices.ts';

const placeholder = /\{\{\s*(brand|company|idleTime)\s*\}\}/g;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const unitSpace = /€ (?=\d)|(?<=\d) (?=[%€]|MB\b)/g;

type Names = Readonly<Record<string, string>>;

/** What placeholders need beside the content. */
interface FillOptions {
  /** A session ends after this much inactivity. */
  sessionIdleMs: number;
}

/**
 * Fills in `{{brand}}`, `{{company}}` and `{{idleTime}}`, so that texts contain neither the brand's name nor a setting;
 * `{{year}}` is left to the page. Also joins a number and its unit with a no-break space.
 */
export function fillPlaceholders(content: SiteContent, options: FillOptions): SiteContent {
  const fill = fillerFor(content, options);
  const { redirects } = content;
  const [settings, calendar] = [fill(content.settings), fill(content.calendar)];
  return { pages: content.pages.map(fill), settings, calendar, redirects };
}

/** Does the same, but lets other work run in between. A part that was filled in before is the same object again. */
export async function fillInSlices(content: SiteContent, options: FillOptions): Promise<SiteContent> {
  const fill = fillerFor(content, options);
  return {
    pages: await inSlices(content.pages, fill),
    settings: fill(content.settings),
    calendar: fill(content.calendar),
    redirects: content.redirects,
  };
}

type Filler = <Part extends object>(part: Part) => Part;

/** Parts by what they were filled in with. Content is never changed in place. */
let filled: { names: string; parts: WeakMap<object, object> } | undefined;

function fillerFor(content: SiteContent, { sessionIdleMs }: FillOptions): Filler {
  const { company } = settingsIn(content.settings, 'en' satisfies Locale).contact;
  const namesIn = (locale: Locale): Names => ({
    ...{ brand: brand.name, company },
    idleTime: formatDuration(sessionIdleMs, locale),
  });
  const byLocale = new Map<string, Names>(locales.map((locale) => [locale, namesIn(locale)]));
  const names = JSON.stringify([...byLocale]);
  if (filled?.names !== names) filled = { names, parts: new WeakMap() };
  const { parts } = filled;
  return <Part extends object>(part: Part): Part => {
    const known = parts.get(part) ?? (fillPart(part, namesIn('en'), byLocale) as object);
    parts.set(part, known);
    return known as Part;
  };
}

/** Whatever has nothing to fill in stays the same object. */
function fillPart(value: unknown, names: Names, byLocale: ReadonlyMap<string, Names>, isMarkup = false): unknown {
  if (typeof value === 'string') return isMarkup ? fillMarkup(value, names) : fillText(value, names);
  if (typeof value !== 'object' || value === null) return value;
  // Whatever is below the code of a language is in that language.
  const fillEntry = ([key, inner]: [string, unknown]) =>
    fillPart(
      inner,
      Array.isArray(value) ? names : (byLocale.get(key) ?? names),
      byLocale,
      isMarkupAt(value, key, isMarkup),
    );
  const before = Object.entries(value);
  const after = before.map(fillEntry);
  if (after.every((inner, index) => inner === before[index]?.[1])) return value;
  return Array.isArray(value) ? after : Object.fromEntries(after.map((inner, index) => [before[index]?.[0], inner]));
}

const isMarkupAt = (parent: object, key: string, isMarkup: boolean) =>
  Array.isArray(parent) ? isMarkup : key === 'html';

function fillText(text: string, names: Names): string {
  return text
    .replace(placeholder, (_, name: string) => names[name] ?? '')
    .replace(unitSpace, (found) => found.replace(' ', '\u00a0'));
}

/** Replaces only between tags: a name in an attribute would bypass the check of addresses. */
function fillMarkup(html: string, names: Names): string {
  if (fillText(html, names) === html) return html;
  const parts = html.split(/(<[^<>]*>)/);
  const escaped = Object.fromEntries(
    Object.entries(names).map(([name, text]) => [name, text.replace(/[&<>"]/g, (sign) => markup[sign] ?? sign)]),
  );
  return parts.map((part) => (part.startsWith('<') ? part : fillText(part, escaped))).join('');
}

/** Fills in a page that is not part of the content. */
export function fillPage(page: Page, { content, ...options }: FillOptions & { content: SiteContent }): Page {
  return fillPlaceholders({ ...content, pages: [page] }, options).pages[0] ?? page;
}
