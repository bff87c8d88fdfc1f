import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { block } from './blocks.ts';
import { cleanHtml, image, linkAddress, plainText, slug, translatedSlug } from './parts.ts';
import { redirect } from './redirects.ts';

/**
 * What editors publish. Content of every source is converted to this model and validated. It contains no drafts. Each
 * text has all its languages; localise.ts chooses one.
 */

/** The fallback language has the whole value; the others have only what is translated. */
export type Localised<Whole, Translated = Whole> = Readonly<
  Record<typeof defaultLocale, Whole> & Partial<Record<OtherLocale, Translated>>
>;
type OtherLocale = Exclude<Locale, typeof defaultLocale>;

function inLanguages<Whole extends z.ZodMiniType, Translated extends z.ZodMiniType>(
  whole: Whole,
  translated: Translated,
): z.ZodMiniType<Localised<z.infer<Whole>, z.infer<Translated>>> {
  const others = locales.filter((locale) => locale !== defaultLocale);
  return z.strictObject({
    [defaultLocale]: whole,
    ...Object.fromEntries(others.map((locale) => [locale, z.optional(translated)])),
  }) as unknown as z.ZodMiniType<Localised<z.infer<Whole>, z.infer<Translated>>>;
}

const instant = z.iso.datetime('an instant in UTC such as 2026-12-01T09:00:00Z');

/** When something is public: from `publishAt` until just before `unpublishAt`. A missing one sets no limit. */
const publicTimes = { publishAt: z.optional(instant), unpublishAt: z.optional(instant) };

/** One page in one language. A part that another language lacks is shown in the fallback language. */
export const pageText = z.strictObject({
  /** Names the page in lists, and in the head if there is no `seoTitle`. */
  title: plainText,
  seoTitle: z.optional(plainText),
  description: z.optional(plainText),
  blocks: z.array(block),
});

export const translatedPage = z.partial(pageText);

export const page = z.strictObject({
  slug,
  /** The slugs in other languages, if they differ: `ueber-uns`. */
  slugs: z.partialRecord(z.enum(locales), translatedSlug),
  /** Excluded from search engines and the sitemap. */
  isHidden: z.boolean(),
  /** The preview picture when a link to the page is shared. */
  shareImage: z.optional(image),
  ...publicTimes,
  texts: inLanguages(pageText, translatedPage),
});

/** A message that every visitor sees once. */
export const popup = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, _ and -')),
  title: plainText,
  html: cleanHtml,
  ...publicTimes,
});

const contact = z.strictObject({
  company: plainText,
  /** The lines of the postal address. */
  address: z.array(plainText),
  phone: z.optional(plainText),
  email: z.optional(plainText),
  hours: z.optional(plainText),
  registration: z.optional(plainText),
});

export const settingsText = z.strictObject({
  /** `{{year}}` stands for the current year. */
  copyright: plainText,
  /** One sentence that says what the brand is: the description of pages without their own. */
  tagline: plainText,
  riskTitle: plainText,
  riskText: plainText,
  /** The heading of the banner of payment methods. */
  paymentTitle: z.optional(plainText),
  popups: z.array(popup),
  contact,
});

/** The translated part of the settings; contact data that a language lacks also come from the fallback. */
export const translatedSettings = z.partial(z.extend(settingsText, { contact: z.partial(contact) }));

export const settings = z.strictObject({
  texts: inLanguages(settingsText, translatedSettings),
  /** In degrees; the centre of the map. */
  place: z.optional(z.strictObject({ latitude: z.number(), longitude: z.number() })),
  /** Social profiles, for search engines and the footer. */
  profiles: z.array(z.strictObject({ label: plainText, href: linkAddress })),
});

/**
 * An event of the economic calendar: at fixed instants, or monthly on the nth weekday (1 to 4; 5 is the last). All UTC.
 */
export const calendarEvent = z.strictObject({
  id: z.string(),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters')),
  importance: z.literal([1, 2, 3]),
  titles: inLanguages(plainText, plainText),
  at: z.union([
    z.strictObject({ dates: z.array(z.iso.datetime('an instant such as 2026-11-20T14:30:00Z')) }),
    z.strictObject({
      weekday: z.int().check(z.minimum(0), z.maximum(6)),
      nth: z.int().check(z.minimum(1), z.maximum(5)),
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    }),
    z.strictObject({
      dayOfMonth: z.int().check(z.minimum(1), z.maximum(28)),
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    }),
  ]),
  ...publicTimes,
});

export const calendar = z.array(calendarEvent);

/** Old addresses of pages and the redirects of editors, each with the address where it ends. */
const redirects = z.array(redirect);

export const siteContent = z.strictObject({
  pages: z.array(page),
  settings,
  calendar,
  // The copy of a release before has none.
  redirects: z._default(redirects, []),
});

export type PageText = z.infer<typeof pageText>;
export type SettingsText = z.infer<typeof settingsText>;
export type TranslatedSettings = z.infer<typeof translatedSettings>;
export type Popup = z.infer<typeof popup>;
export type Page = z.infer<typeof page>;
export type Settings = z.infer<typeof settings>;
export type CalendarEvent = z.infer<typeof calendarEvent>;
export type SiteContent = z.infer<typeof siteContent>;
