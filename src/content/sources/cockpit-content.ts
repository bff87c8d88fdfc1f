import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { AddressOfPage, ContentWarning, PulledContent, PulledPart } from '../content-source.ts';
import type { Page } from '../model/site-content.ts';
import { createIdTargets, resolvePageLinks } from '../pull/page-links.ts';
import type { ContentPart, LocalisedPart, PagePart } from './assemble-content.ts';
import {
  assembleDraft,
  pulledEvents,
  pulledPage,
  pulledRedirects,
  pulledSettings,
  redirectOf,
} from './assemble-content.ts';
import { blocksOf } from './cockpit-blocks.ts';
import type { CockpitItem } from './cockpit-pages.ts';
import { idOf, namesOf, pathOf } from './cockpit-pages.ts';
import { timesIn } from './cockpit-times.ts';
import { isGroup, wrongTypes } from './cockpit-types.ts';
import type { CockpitValues, Fields } from './cockpit-values.ts';
import { htmlOr, imageIn, isEmpty, isFields, textIn, textOr, valueIn, withTextsOfPictures } from './cockpit-values.ts';

/** The raw content of the CMS, as far as it is used. */
export interface CockpitHoldings {
  pages: readonly CockpitItem[];
  /** Null: the CMS has no calendar. */
  calendar: readonly CockpitItem[] | Unread | null;
  settings: CockpitItem | Unread;
  /** Null: the CMS has no redirects. */
  redirects: readonly CockpitItem[] | Unread | null;
}

/** What the CMS did not give out, and why. */
export interface Unread {
  unread: string;
}

const others = locales.filter((locale) => locale !== defaultLocale);

/** Validates each part of the content; pages and languages are named as `pages/about/de`. */
export function pulledOf(holdings: CockpitHoldings, values: CockpitValues): PulledContent {
  const { pages, calendar, settings, redirects } = holdings;
  const noCalendar: ContentWarning = {
    ...{ kind: 'calendar', path: 'calendar' },
    text: 'there is no calendar that the key may read: the site has no events',
  };
  return {
    parts: [
      ...pages.map((page) => readPage(page, values)),
      ...('unread' in settings ? [unreadList('settings', settings)] : pulledSettings(settingsPart(settings, values))),
      ...(calendar && 'unread' in calendar
        ? [unreadList('calendar', calendar)]
        : pulledEvents('calendar', (calendar ?? []).map(eventOf), calendar?.map(idOf))),
      ...(redirects && 'unread' in redirects
        ? [unreadList('redirects', redirects)]
        : pulledRedirects((redirects ?? []).map(redirectPart))),
    ],
    warnings: [...pages.flatMap((page) => namesOf(page).warnings), ...(calendar ? [] : [noCalendar])],
  };
}

/** Named by its old address, by which an editor finds it in the list. */
function redirectPart(item: CockpitItem) {
  const value = redirectOf(textOr(item.fields['from']), textOr(item.fields['to']));
  const { from } = value;
  return { id: idOf(item), path: `redirects/${typeof from === 'string' ? from : idOf(item)}`, value };
}

/** All parts of a list stay as they were while it cannot be read. */
function unreadList(key: string, { unread }: Unread): PulledPart {
  return { ok: false, key, path: key, faults: [{ path: key, expected: 'given out by the CMS', found: unread }] };
}

/** One page on its own, with links to published pages. Throws ContentInvalid with its faults. */
export function draftOf(page: CockpitItem, values: CockpitValues, addressOf: AddressOfPage): Page {
  return resolvePageLinks(assembleDraft(readPage(page, values)), pathOf(page), createIdTargets(addressOf)).page;
}

/** Converts a page. One that cannot be read, such as one that is nested too deeply, is refused like any other. */
export function readPage(page: CockpitItem, values: CockpitValues): PulledPart {
  try {
    return pulledPage(pagePart(page, values));
  } catch (fault) {
    const path = pathOf(page);
    const found = fault instanceof RangeError ? 'nested too deeply' : String(fault);
    const faults = [{ path, expected: 'fields that can be read', found }];
    return { ok: false, key: `pages/${idOf(page)}`, path, faults };
  }
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

function pagePart(page: CockpitItem, values: CockpitValues): PagePart {
  const { fields, translated } = page;
  const path = pathOf(page);
  const { slug, slugs } = namesOf(page);
  const seo = isFields(fields['seo']) ? withTextsOfPictures(fields['seo']) : {};
  const shareImage = imageIn(seo['og_image'], values);
  const texts = textsOf(path, page, (own, whole) =>
    present({
      title: textOr(own['title']),
      seoTitle: textOr(own['seo_title']),
      description: textOr(own['seo_description']),
      // The page must have blocks in the fallback language, even if the list is empty.
      blocks: own === fields || bodyFields.some((name) => name in own) ? blocksOf(bodyOf(whole), values) : undefined,
    }),
  );
  return {
    ...{ key: `pages/${idOf(page)}`, pagePath: path, path },
    value: { slug, slugs, isHidden: seo['noindex'] === true, ...(shareImage && { shareImage }), ...timesIn(fields) },
    ...texts,
    faults: [
      ...wrongTypes(fields, `${path}/${defaultLocale}`),
      ...others.flatMap((locale) => wrongTypes(translated[locale] ?? {}, `${path}/${locale}`)),
    ],
  };
}

function bodyOf(fields: Fields) {
  const { components, content, sections, faq, hero, gallery } = withTextsOfPictures(fields);
  return { components, content, sections, faq, hero, gallery };
}

function settingsPart(item: CockpitItem, values: CockpitValues): LocalisedPart {
  const { fields } = item;
  const place = placeIn(fields['place']);
  return {
    path: 'Settings',
    value: {
      ...(place !== undefined && { place }),
      profiles: profilesIn(fields['profiles'] ?? [], values),
    },
    ...textsOf('Settings', item, (own) =>
      present({
        copyright: textOr(own['footer_copyright']),
        tagline: textOr(own['tagline']),
        riskTitle: textOr(own['risk_title']),
        riskText: textOr(own['risk_text']),
        paymentTitle: textOr(own['payment_title']),
        popups: popupsIn(own['popups'], values) ?? (own === fields ? [] : undefined),
        contact: contactIn(own['contact'], own === fields),
      }),
    ),
    faults: [],
  };
}

/** The coordinates of the map. Undefined: there are none. One without the other is passed on, to be refused. */
function placeIn(place: unknown): unknown {
  if (!isFields(place)) return isGroup(place) || isEmpty(place) || place === false ? undefined : place;
  const { latitude, longitude } = place;
  if (isEmpty(latitude) && isEmpty(longitude)) return undefined;
  return present({ latitude: numberIn(latitude), longitude: numberIn(longitude) });
}

/** A list that cannot even be read, because it is nested too deeply, is refused as it is. */
function profilesIn(profiles: unknown, values: CockpitValues): unknown {
  try {
    return valueIn(profiles, values);
  } catch {
    return profiles;
  }
}

/**
 * `popups` holds repeater rows in version 1, and plain sets in version 2. An empty list counts as not translated,
 * because earlier releases of `content:push` wrote one in every language; so does one of empty popups. Undefined: there
 * is none.
 */
function popupsIn(popups: unknown, values: CockpitValues): unknown {
  if (!Array.isArray(popups)) return isEmpty(popups) ? undefined : popups;
  if (popups.length === 0) return undefined;
  const written = popups.flatMap((row: unknown): unknown[] => {
    const popup = isFields(row) && isFields(row['value']) ? row['value'] : row;
    if (!isFields(popup)) return [popup];
    const { id, title, content } = popup;
    const html = htmlOr(content, values);
    return html === undefined ? [] : [present({ id: textOr(id), title: textOr(title), html, ...timesIn(popup) })];
  });
  return written.length > 0 ? written : undefined;
}

function contactIn(contact: unknown, isWhole: boolean): unknown {
  if (!isFields(contact)) return isGroup(contact) ? undefined : textOr(contact);
  const { address, company, phone, email, hours, registration } = contact;
  const lines = typeof address === 'string' ? address.split('\n') : isEmpty(address) ? [] : address;
  const written = Array.isArray(lines) ? lines.map(textOr).filter((line) => line !== undefined) : lines;
  const isThere = isWhole || !Array.isArray(written) || written.length > 0;
  const fields = present({
    company: textOr(company),
    address: isThere ? written : undefined,
    phone: textOr(phone),
    email: textOr(email),
    hours: textOr(hours),
    registration: textOr(registration),
  });
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** An event at `dates`, on a `day_of_month`, or on the `nth` `weekday`. */
function eventOf({ fields, translated }: CockpitItem): Fields {
  const { id, _id, country, importance, dates, weekday, nth, day_of_month: dayOfMonth, time } = fields;
  const titles = others.map((locale) => [locale, textOr(translated[locale]?.['title'])] as const);
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
    titles: present({ [defaultLocale]: textOr(fields['title']), ...Object.fromEntries(titles) }),
    at,
    ...timesIn(fields),
  };
}

/** Select fields return numbers as text. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (value ?? undefined);
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
