import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { writeAddress } from '../addresses.ts';
import type { AddressOfPage, ContentWarning } from '../content-source.ts';
import { homeSlug, slug as slugSchema } from '../model/parts.ts';
import type { Fields } from './cockpit-values.ts';
import { isEmpty, textOr } from './cockpit-values.ts';

/** An item of the CMS by language: `translated` has only what is translated. */
export interface CockpitItem {
  fields: Fields;
  translated: Readonly<Partial<Record<Locale, Fields>>>;
}

/** The names of a page, not validated. */
export interface PageNames {
  slug: unknown;
  /** The slugs in other languages, if they differ. */
  slugs: Readonly<Record<string, unknown>>;
  warnings: readonly ContentWarning[];
}

const others = locales.filter((locale) => locale !== defaultLocale);

export const idOf = ({ fields }: CockpitItem) => String(fields['_id']);
/** A page without a slug is shown under its id. */
export const slugOf = (page: CockpitItem) => inFolder(page.fields['folder'], page.fields['title_slug']) ?? idOf(page);

/**
 * A slug in its folder: `guides` and `forex` are `guides/forex`. Version 1 makes slugs from titles, without slashes.
 * The folder `/` is none, for a language that has none although the fallback has one.
 */
function inFolder(folder: unknown, slug: unknown): unknown {
  const [parent, name] = [textOr(folder), textOr(slug)];
  if (parent === undefined || typeof name !== 'string') return name;
  if (typeof parent !== 'string') return parent;
  return [...parent.split('/').filter(Boolean), name].join('/');
}
/** Where an editor finds a page. */
export const pathOf = (page: CockpitItem) => {
  const slug = slugOf(page);
  return `pages/${typeof slug === 'string' ? slug : idOf(page)}`;
};

/** Drops translated slugs equal to the home page's, whose address they would occupy. */
export function namesOf(page: CockpitItem): PageNames {
  const slug = slugOf(page);
  const named = others.flatMap((locale): [Locale, unknown][] => {
    const { folder, title_slug: own } = page.translated[locale] ?? {};
    const { fields } = page;
    const name =
      isEmpty(folder) && isEmpty(own) ? undefined : inFolder(folder ?? fields['folder'], own ?? fields['title_slug']);
    return name === undefined || name === slug ? [] : [[locale, name]];
  });
  const asHome = named.filter(([, name]) => name === homeSlug);
  return {
    slug,
    slugs: Object.fromEntries(named.filter(([, name]) => name !== homeSlug)),
    warnings: asHome.map(([locale]) => ({
      kind: 'address',
      path: pathOf(page),
      text: `${pathOf(page).replace('pages/', 'the page ')} is called ${homeSlug} in ${locale}, as the home page is: it is shown there by its own name`,
    })),
  };
}

/** Finds the address that a published page has by its own fields. */
export function addressesOf(pages: readonly CockpitItem[]): AddressOfPage {
  const addresses = new Map(
    pages.flatMap((page): [string, string][] => {
      const slug = slugSchema.safeParse(slugOf(page));
      if (!slug.success) return [];
      return [[idOf(page), writeAddress({ locale: defaultLocale, slug: slug.data === homeSlug ? '' : slug.data })]];
    }),
  );
  return (id) => addresses.get(id);
}

/**
 * An item as Cockpit stores it, with its languages side by side: `title_de` is the German `title`, and `title_de_slug`
 * the German `title_slug`. Null and empty text count as not translated.
 */
export function sideBySide(stored: Fields): CockpitItem {
  const variant = new RegExp(`^(.+)_(${others.join('|')})(_slug)?$`);
  const fields: Record<string, unknown> = {};
  const translated: Partial<Record<Locale, Record<string, unknown>>> = {};
  for (const [key, value] of Object.entries(stored)) {
    const [, name = '', language = '', slug = ''] = variant.exec(key) ?? [];
    const locale = others.find((one) => one === language);
    if (locale === undefined) fields[key] = value;
    else if (!isEmpty(value)) (translated[locale] ??= {})[`${name}${slug}`] = value;
  }
  return { fields, translated };
}

/** What Cockpit's form holds. An item that was never saved has no id, and a slug only after it. */
export const unsavedItem = (form: Fields): CockpitItem => sideBySide({ ...form, _id: form['_id'] ?? 'unsaved' });
