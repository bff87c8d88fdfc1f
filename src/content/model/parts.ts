import * as z from 'zod/mini';
import { locales } from '../../brand.ts';

/** Small parts of blocks, pages and settings. All texts are in one language; HTML is already sanitised. */

/** Text without markup, trimmed, never empty. */
export const plainText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));

/** HTML that passed the allow-list of texts/clean-html.ts. Never put any other HTML into it. */
export const cleanHtml = z.string().check(z.minLength(1), z.maxLength(200_000));

/**
 * Where a link may lead: a path of this site, an anchor on the page, another site by https, a mail address or a phone
 * number.
 */
export const linkAddress = z
  .string()
  .check(z.regex(/^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)[^\s\\]*$/, 'a path, #place, https:, mailto: or tel:'));

export const link = z.strictObject({ label: plainText, href: linkAddress });

/**
 * A picture. Until it is prepared, `src` is its address in the source. Width and height are those of the original in
 * pixels, if known.
 */
export const image = z.strictObject({
  src: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** Empty: the picture adds nothing to the text. */
  alt: z.string(),
  width: z.optional(z.int().check(z.positive())),
  height: z.optional(z.int().check(z.positive())),
  /** The prepared widths in pixels: see pictures/prepare-picture.ts. */
  widths: z.optional(z.array(z.int().check(z.positive()))),
});

/** The pages of the application, existing and planned, by the first segment of their paths. */
export const appSlugs = [
  ...['login', 'register', 'password', 'platform', 'my-account', 'transactions', 'payment', 'referrals', 'affiliate'],
];

/** Segments that belong to the server or the application: a page below one would hide what is served there. */
const serverSlugs: ReadonlySet<string> = new Set([
  ...['api', 'healthz', 'readyz', 'metrics', 'preview', 'pictures', 'icons', 'locales', '404', 'api-reference'],
  ...['sandbox', 'payment-widget', 'content-status', 'autologin', 'socket.io', '.well-known'],
  ...appSlugs,
]);

/** Why nothing of the content may begin with this segment, in the words of an editor; undefined if it may. */
export function reservedBy(segment: string): string | undefined {
  if (serverSlugs.has(segment.toLowerCase())) return `/${segment} belongs to the application`;
  return locales.some((locale) => locale === segment) ? `/${segment} is where a language begins` : undefined;
}

/** The slug of the page at `/` in all languages; no other page may have it in any language. */
export const homeSlug = 'home';

const firstSegment = (path: string) => path.split('/')[0] ?? '';

/** The name of a page in its address, of up to four segments: `about`, `terms-conditions`, `guides/forex`. */
export const slug = z.string().check(
  z.maxLength(160),
  z.regex(
    /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*){0,3}$/,
    'small letters, digits, hyphens, in up to four parts with a slash between them',
  ),
  z.refine((name) => reservedBy(firstSegment(name)) === undefined, {
    error: ({ input }) => {
      const name = String(input);
      return `another name, such as about-${name}, because ${reservedBy(firstSegment(name)) ?? ''}`;
    },
  }),
  // Its file would be that of the folder.
  z.refine((name) => !name.split('/').includes('index'), { error: 'no part that is called index' }),
);

/** The slug of a page in one language. */
export const translatedSlug = slug.check(
  z.refine((name) => name !== homeSlug, { error: 'another name than that of the home page' }),
);

/** The line drawings that a feature can use: see src/components/blocks/feature-icon.astro. */
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
