import type * as z from 'zod/mini';
import * as zod from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { doubleAddresses } from '../addresses.ts';
import { checkContent } from '../check-content.ts';
import type { ContentFault } from '../content-source.ts';
import { ContentInvalid } from '../content-source.ts';
import { homeSlug } from '../model/parts.ts';
import type { Page, SiteContent } from '../model/site-content.ts';
import {
  calendar as calendarSchema,
  page,
  pageText,
  settings as settingsSchema,
  settingsText,
  translatedPage,
  translatedSettings,
} from '../model/site-content.ts';

/** A value of a source, and where an editor can find it. */
export interface ContentPart {
  path: string;
  value: unknown;
}

/**
 * A part with its language-independent facts and the texts of each language. The facts and each language's texts have
 * locations of their own.
 */
export interface LocalisedPart extends ContentPart {
  texts: Partial<Record<Locale, ContentPart>>;
  /** Where to write the fallback language if it is missing. */
  textPath: string;
}

/** Everything that a source holds, in the shape of the model but not validated. */
export interface ContentParts {
  pages: readonly LocalisedPart[];
  settings: LocalisedPart;
  calendar: ContentPart;
}

const pageHead = zod.omit(page, { texts: true });
const settingsHead = zod.omit(settingsSchema, { texts: true });

/**
 * Assembles and validates all content of a site. A missing home page is a fault, because a source that has lost its
 * pages lacks that page too. Throws ContentInvalid with all faults at once; `faults` were found earlier.
 */
export function assembleContent(parts: ContentParts, faults: readonly ContentFault[] = []): SiteContent {
  const content = assembleParts(parts, faults);
  if (!content.pages.some(({ slug }) => slug === homeSlug))
    throw new ContentInvalid([{ path: 'pages', expected: homeSlug, found: 'nothing' }]);
  return content;
}

/** Assembles only the first page; null if there is none. Throws as assembleContent does. */
export function assembleDraft(parts: ContentParts, faults: readonly ContentFault[] = []): Page | null {
  return assembleParts(parts, faults).pages[0] ?? null;
}

/**
 * Validates every part on its own, so that a fault names the location where it can be fixed, and assembles the content.
 */
function assembleParts(parts: ContentParts, faults: readonly ContentFault[]): SiteContent {
  const found: ContentFault[] = [...faults];
  const check = <Schema extends z.ZodMiniType>(schema: Schema, { path, value }: ContentPart): z.infer<Schema> => {
    const checked = checkContent(schema, value, path);
    if (checked.ok) return checked.value;
    // A part that could not be read at all has been reported already.
    if (!faults.some((fault) => fault.path === path)) found.push(...checked.faults);
    // Never used: content with faults is not returned.
    return undefined as z.infer<Schema>;
  };
  const texts = (part: LocalisedPart, whole: z.ZodMiniType, translated: z.ZodMiniType) => {
    const first = part.texts[defaultLocale] ?? { path: part.textPath, value: undefined };
    const written = locales.flatMap((locale) => {
      const text = locale === defaultLocale ? first : part.texts[locale];
      return text ? [[locale, check(locale === defaultLocale ? whole : translated, text)] as const] : [];
    });
    return Object.fromEntries(written);
  };
  const content = {
    pages: parts.pages.map((one) => ({ ...check(pageHead, one), texts: texts(one, pageText, translatedPage) })),
    settings: {
      ...check(settingsHead, parts.settings),
      texts: texts(parts.settings, settingsText, translatedSettings),
    },
    calendar: check(calendarSchema, parts.calendar),
  };
  if (found.length === 0) found.push(...sharedAddresses(content.pages as SiteContent['pages'], parts.pages));
  if (found.length > 0) throw new ContentInvalid(found);
  return content as SiteContent;
}

function sharedAddresses(pages: SiteContent['pages'], parts: ContentParts['pages']): ContentFault[] {
  const pathOf = (page: SiteContent['pages'][number]) => parts[pages.indexOf(page)]?.path ?? page.slug;
  return doubleAddresses(pages).map(({ locale, address, first, second }) => ({
    path: `${pathOf(second)} slugs.${locale}`,
    expected: 'an address of its own',
    found: `${address}, which is ${pathOf(first)}'s`,
  }));
}
