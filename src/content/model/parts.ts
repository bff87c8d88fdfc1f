import * as z from 'zod/mini';
import { locales } from '../../brand.ts';

/** Small parts that blocks, pages and settings are made of. All texts are in one language; HTML is clean already. */

/** Text without markup, trimmed, never empty. */
export const plainText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));

/** HTML that went through the allow-list of sanitise-html.ts. Nothing else may come here. */
export const cleanHtml = z.string().check(z.minLength(1), z.maxLength(200_000));

/** Where a link may lead: a path of this site, a place on the page, another site by https, a mail or a telephone. */
export const linkAddress = z
  .string()
  .check(z.regex(/^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)[^\s\\]*$/, 'a path, #place, https:, mailto: or tel:'));

export const link = z.strictObject({ label: plainText, href: linkAddress });

/**
 * A picture: `src` is the source's own address of it until it is prepared. Pixels of the original, where they are
 * known.
 */
export const image = z.strictObject({
  src: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** Empty: the picture tells nothing that the text does not. */
  alt: z.string(),
  width: z.optional(z.int().check(z.positive())),
  height: z.optional(z.int().check(z.positive())),
  /** The widths that it was prepared in, in pixels: see pictures/prepare-picture.ts. */
  widths: z.optional(z.array(z.int().check(z.positive()))),
});

/** The pages of the application, there or to come, by the first part of their paths. */
export const appSlugs = [
  ...['login', 'register', 'password', 'platform', 'my-account', 'transactions', 'payment', 'referrals', 'affiliate'],
];

/** Addresses that are the server's, the application's or a language's: a page of the content there would hide them. */
const reservedSlugs = new Set<string>([
  ...['api', 'healthz', 'readyz', 'metrics', 'preview', 'pictures', 'icons', 'locales', '404', 'api-reference'],
  ...['sandbox', 'payment-widget'],
  ...appSlugs,
  ...locales,
]);

/** The page at `/`, in all languages: no other page is called this in any. */
export const homeSlug = 'home';

/** The name of a page in its address: `about`, `terms-conditions`. */
export const slug = z.string().check(
  z.maxLength(80),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits, hyphens'),
  z.refine((name) => !reservedSlugs.has(name), { error: 'a name that no other part of the site has' }),
);

/** What a page is called in one language. */
export const translatedSlug = slug.check(
  z.refine((name) => name !== homeSlug, { error: 'another name than that of the home page' }),
);

/** The line drawings that a feature can have: see src/components/blocks/feature-icon.astro. */
export const iconNames = [
  'shield',
  'ledger',
  'clock',
  'chart',
  'scale',
  'lock',
  'people',
  'document',
  'globe',
  'card',
] as const;

export type Link = z.infer<typeof link>;
export type ContentImage = z.infer<typeof image>;
export type IconName = (typeof iconNames)[number];
