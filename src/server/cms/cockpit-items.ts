import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { Block } from '../../content/model/blocks.ts';
import type { CalendarEvent, Page, Popup, SiteContent, TranslatedSettings } from '../../content/model/site-content.ts';
import { lineFields } from '../../content/sources/cockpit-values.ts';

/**
 * An item as Cockpit v1 stores it: each language beside the fallback (`title`, `title_de`); missing translations are
 * absent.
 */
export type StoredItem = Readonly<Record<string, unknown>>;

export interface StoredContent {
  pages: StoredItem[];
  calendar: StoredItem[];
  redirects: StoredItem[];
  Settings: StoredItem;
}

/**
 * The content in the wire format of Cockpit v1; reading it back gives the same content. Every item is marked as
 * published.
 */
export function storedContent({ pages, calendar, settings, redirects }: SiteContent): StoredContent {
  const { texts, place, profiles } = settings;
  return {
    pages: pages.map(storedPage),
    calendar: calendar.map(storedEvent),
    redirects: redirects.map(({ from, to }) => ({ from, to, published: true })),
    Settings: {
      ...variants((locale) => settingsFields(texts[locale] ?? {}, locale)),
      ...(place && { place }),
      profiles: rowsOf(profiles),
    },
  };
}

/** The fields of every language under their Cockpit names: `title`, `title_de`, `title_de_slug`. */
function variants(fieldsOf: (locale: Locale) => Readonly<Record<string, unknown>>): StoredItem {
  const named = locales.flatMap((locale) =>
    Object.entries(fieldsOf(locale)).map(([name, value]) => [variantOf(name, locale), value] as const),
  );
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** The name of a field in a language. */
export function variantOf(name: string, locale: Locale): string {
  if (locale === defaultLocale) return name;
  return name.endsWith('_slug') ? `${name.slice(0, -'_slug'.length)}_${locale}_slug` : `${name}_${locale}`;
}

function storedPage(page: Page, order: number): StoredItem {
  const { slug, slugs, isHidden, shareImage, texts } = page;
  const { folder } = namedIn(slug);
  return {
    ...variants((locale) => {
      const { title, seoTitle, description, blocks } = texts[locale] ?? {};
      return {
        title,
        ...(locale === defaultLocale ? namedIn(slug) : namedIn(slugs[locale], folder)),
        seo_title: seoTitle,
        seo_description: description,
        components: blocks?.map(componentOf),
      };
    }),
    ...{ published: true, ...timesOf(page) },
    seo: { noindex: isHidden, og_image: shareImage ? settingOf(shareImage) : null },
    order,
  };
}

/** The editors' admin makes slugs without a slash, so what is before the last one has a field of its own. */
function namedIn(slug: string | undefined, fallback?: string): { title_slug?: string; folder?: string | undefined } {
  if (slug === undefined) return {};
  const end = slug.lastIndexOf('/');
  const folder = end < 0 ? undefined : slug.slice(0, end);
  const none = fallback === undefined ? undefined : '/';
  return { title_slug: slug.slice(end + 1), folder: folder ?? none };
}

function timesOf({ publishAt, unpublishAt }: Pick<Page, 'publishAt' | 'unpublishAt'>) {
  return { ...(publishAt && { publish_at: publishAt }), ...(unpublishAt && { unpublish_at: unpublishAt }) };
}

function componentOf({ kind, ...fields }: Block) {
  return { component: kind, settings: settingOf(fields) };
}

/**
 * Converts a value of a block to a setting of a component: lists of objects become rows of a repeater, pictures get a
 * path, and some lists of texts one line for each.
 */
function settingOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? rowsOf(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if ('src' in value && 'alt' in value) {
    const { src: path, alt: title, width, height } = value as Record<string, unknown>;
    return { path, meta: { title, ...(width !== undefined && { width, height }) } };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      lineFields.has(key) && Array.isArray(inner) ? textOfLines(inner as string[]) : settingOf(inner),
    ]),
  );
}

/** One item a line. */
const textOfLines = (items: readonly string[]) => items.map((item) => item.replace(/\s*\n\s*/g, ' ')).join('\n');

function rowsOf(values: readonly unknown[]) {
  const field = { name: 'item', type: 'set', label: 'Item' };
  return values.map((value) => ({ field, value: settingOf(value) }));
}

function settingsFields(texts: TranslatedSettings, locale: Locale) {
  const { copyright, tagline, riskTitle, riskText, paymentTitle, popups, contact } = texts;
  return {
    footer_copyright: copyright,
    tagline,
    risk_title: riskTitle,
    risk_text: riskText,
    payment_title: paymentTitle,
    // A translated empty list would keep the English popups from that language.
    popups: popups && (popups.length > 0 || locale === defaultLocale) ? rowsOf(popups.map(storedPopup)) : undefined,
    contact: contact && { ...contact, address: contact.address?.join('\n') },
  };
}

const storedPopup = ({ id, title, html, ...times }: Popup) => ({ id, title, content: html, ...timesOf(times) });

function storedEvent({ id, country, importance, titles, at, ...times }: CalendarEvent, order: number): StoredItem {
  const { dayOfMonth, ...when } = { dayOfMonth: undefined, ...at };
  return {
    ...variants((locale) => ({ title: titles[locale] })),
    ...{ id, country, importance, order, published: true, ...timesOf(times) },
    ...when,
    ...(dayOfMonth !== undefined && { day_of_month: dayOfMonth }),
  };
}
