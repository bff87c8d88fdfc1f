import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { Page, SiteContent } from '../model/site-content.ts';
import type { ContentPart, ContentParts, LocalisedPart } from './assemble-content.ts';
import { assembleContent, assembleDraft } from './assemble-content.ts';
import { blocksOf } from './cockpit-blocks.ts';
import type { CockpitItem, CockpitPage } from './cockpit-pages.ts';
import type { CockpitValues, Fields } from './cockpit-values.ts';
import { htmlIn, imageIn, isEmpty, isFields, textIn, valueIn } from './cockpit-values.ts';

/** The raw content of the CMS, as far as it is used. */
export interface CockpitHoldings {
  pages: readonly CockpitPage[];
  calendar: readonly CockpitItem[];
  settings: CockpitItem;
}

const others = locales.filter((locale) => locale !== defaultLocale);

/** Builds the content of the site. Throws ContentInvalid, which names pages and languages as `pages/about/de`. */
export function contentOf(holdings: CockpitHoldings, values: CockpitValues): SiteContent {
  return assembleContent(partsOf(holdings, values));
}

/** Builds one page on its own. Throws as contentOf does. */
export function draftOf(page: CockpitPage, settings: CockpitItem, values: CockpitValues): Page | null {
  return assembleDraft(partsOf({ pages: [page], calendar: [], settings }, values));
}

function partsOf({ pages, calendar, settings }: CockpitHoldings, values: CockpitValues): ContentParts {
  return {
    pages: pages.map((page) => pagePart(page, values)),
    settings: settingsPart(settings, values),
    calendar: { path: 'calendar', value: calendar.map(eventOf) },
  };
}

/** Calls `read` for each language, with its own fields and with these merged over the fallback's. */
function textsOf(
  path: string,
  { fields, translated }: CockpitItem,
  read: (own: Fields, whole: Fields) => Fields,
): Pick<LocalisedPart, 'texts' | 'textPath'> {
  const texts: [Locale, ContentPart][] = [
    [defaultLocale, { path: `${path}/${defaultLocale}`, value: read(fields, fields) }],
  ];
  for (const locale of others) {
    const own = translated[locale] ?? {};
    const value = read(own, { ...fields, ...own });
    if (Object.keys(value).length > 0) texts.push([locale, { path: `${path}/${locale}`, value }]);
  }
  return { texts: Object.fromEntries(texts), textPath: `${path}/${defaultLocale}` };
}

const bodyFields = ['components', 'content', 'sections', 'faq'] as const;

function pagePart(page: CockpitPage, values: CockpitValues): LocalisedPart {
  const { fields, slug, slugs } = page;
  const path = `pages/${slug}`;
  const seo = isFields(fields['seo']) ? fields['seo'] : {};
  const shareImage = imageIn(seo['og_image'], values);
  return {
    path,
    value: {
      slug,
      slugs,
      isHidden: seo['noindex'] === true,
      ...(shareImage && { shareImage }),
    },
    ...textsOf(path, page, (own, whole) =>
      present({
        title: textIn(own['title']),
        seoTitle: textIn(own['seo_title']),
        description: textIn(own['seo_description']),
        // The page must have blocks in the fallback language, even if the list is empty.
        blocks: own === fields || bodyFields.some((name) => name in own) ? blocksOf(bodyOf(whole), values) : undefined,
      }),
    ),
  };
}

function bodyOf({ components, content, sections, faq, hero, gallery }: Fields) {
  return { components, content, sections, faq, hero, gallery };
}

function settingsPart(item: CockpitItem, values: CockpitValues): LocalisedPart {
  const { fields } = item;
  const place = isFields(fields['place']) ? fields['place'] : {};
  const [latitude, longitude] = [numberIn(place['latitude']), numberIn(place['longitude'])];
  return {
    path: 'Settings',
    value: {
      ...(latitude !== undefined && longitude !== undefined && { place: { latitude, longitude } }),
      profiles: valueIn(fields['profiles'] ?? [], values),
    },
    ...textsOf('Settings', item, (own) =>
      present({
        copyright: textIn(own['footer_copyright']),
        tagline: textIn(own['tagline']),
        riskTitle: textIn(own['risk_title']),
        riskText: textIn(own['risk_text']),
        paymentTitle: textIn(own['payment_title']),
        popups: 'popups' in own ? popupsIn(own['popups'], values) : own === fields ? [] : undefined,
        contact: isFields(own['contact']) ? contactIn(own['contact'], own === fields) : undefined,
      }),
    ),
  };
}

/** `popups` holds repeater rows in version 1, and plain sets in version 2. */
function popupsIn(popups: unknown, values: CockpitValues): Fields[] {
  if (!Array.isArray(popups)) return [];
  return popups.flatMap((row: unknown) => {
    const popup = isFields(row) && isFields(row['value']) ? row['value'] : row;
    if (!isFields(popup)) return [];
    const html = htmlIn(popup['content'], values);
    return html === undefined ? [] : [present({ id: textIn(popup['id']), title: textIn(popup['title']), html })];
  });
}

function contactIn(contact: Fields, isWhole: boolean): Fields | undefined {
  const { address, company, phone, email, hours, registration } = contact;
  const lines = Array.isArray(address) ? address : typeof address === 'string' ? address.split('\n') : [];
  const written = lines.map(textIn).filter((line) => line !== undefined);
  const fields = present({
    company: textIn(company),
    address: written.length > 0 || isWhole ? written : undefined,
    phone: textIn(phone),
    email: textIn(email),
    hours: textIn(hours),
    registration: textIn(registration),
  });
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** An event at `dates`, on a `day_of_month`, or on the `nth` `weekday`. */
function eventOf({ fields, translated }: CockpitItem): Fields {
  const { id, _id, country, importance, dates, weekday, nth, day_of_month: dayOfMonth, time } = fields;
  const titles = others.map((locale) => [locale, textIn(translated[locale]?.['title'])] as const);
  const at =
    Array.isArray(dates) && dates.length > 0
      ? { dates }
      : isEmpty(dayOfMonth)
        ? { weekday: numberIn(weekday), nth: numberIn(nth), time }
        : { dayOfMonth: numberIn(dayOfMonth), time };
  return {
    id: textIn(id) ?? _id,
    country,
    importance: numberIn(importance),
    titles: present({ [defaultLocale]: textIn(fields['title']), ...Object.fromEntries(titles) }),
    at,
  };
}

/** Select fields return numbers as text. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (value ?? undefined);
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
