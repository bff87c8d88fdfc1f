import * as z from 'zod/mini';
import { locales } from '../../brand.ts';
import { cleanHtml, iconNames, image, link, plainText } from './parts.ts';
import { videoAddress } from './video-address.ts';

/**
 * The blocks that make up a page, one schema each. The Astro component of a block is
 * src/components/blocks/{kind}.astro, and its props are the block.
 */

const optional = z.optional(plainText);

/** The heading of a section, for every block that has one: an h2 and a lead. */
const heading = { title: optional, text: optional };

/**
 * The first block of a page, with its h1. `figure` is what is shown beside it: a board of markets, a drawing, or
 * nothing.
 */
export const hero = z.strictObject({
  kind: z.literal('hero'),
  eyebrow: optional,
  title: plainText,
  text: optional,
  actions: z.array(link).check(z.maxLength(2)),
  figure: z.enum(['markets', 'drawing', 'none']),
});

export const richText = z.strictObject({ kind: z.literal('rich-text'), title: optional, html: cleanHtml });

export const featureGrid = z.strictObject({
  kind: z.literal('feature-grid'),
  ...heading,
  items: z
    .array(z.strictObject({ icon: z.enum(iconNames), title: plainText, text: plainText, href: z.optional(link) }))
    .check(z.minLength(1)),
});

/** Reasons to trust the broker, in one row under the hero: its regulator, customers' money, support. */
export const trustRow = z.strictObject({
  kind: z.literal('trust-row'),
  items: z
    .array(z.strictObject({ icon: z.enum(iconNames), title: plainText, text: plainText, href: z.optional(link) }))
    .check(z.minLength(2), z.maxLength(4)),
});

export const steps = z.strictObject({
  kind: z.literal('steps'),
  ...heading,
  items: z.array(z.strictObject({ title: plainText, text: plainText })).check(z.minLength(1)),
});

/** Live rates in one row. `symbols`: which of our assets, in this order. */
export const marketStrip = z.strictObject({
  kind: z.literal('market-strip'),
  title: optional,
  symbols: z
    .array(z.string().check(z.regex(/^[A-Z0-9._-]{1,20}$/, 'a symbol such as EURUSD')))
    .check(z.minLength(1), z.maxLength(12)),
});

/** The table of EUR, USD, JPY, GBP, CHF, AUD, CAD and NZD against each other. */
export const crossRates = z.strictObject({ kind: z.literal('cross-rates'), ...heading });

/** Explains how an order is filled, with a live quote. */
export const orderFacts = z.strictObject({ kind: z.literal('order-facts'), ...heading });

/** Shows how far a price may move at each leverage. */
export const leverageScale = z.strictObject({ kind: z.literal('leverage-scale'), ...heading });

export const faq = z.strictObject({
  kind: z.literal('faq'),
  ...heading,
  items: z.array(z.strictObject({ question: plainText, html: cleanHtml })).check(z.minLength(1)),
});

export const callToAction = z.strictObject({
  kind: z.literal('call-to-action'),
  title: plainText,
  text: optional,
  actions: z.array(link).check(z.minLength(1), z.maxLength(2)),
});

export const picture = z.strictObject({
  kind: z.literal('image'),
  image,
  caption: optional,
  /** True: as wide as the page; false: as wide as text. */
  isWide: z.boolean(),
});

/** The style sheet of the block has as many columns. */
const mostLevels = 6;
const accountLevel = z.strictObject({
  name: plainText,
  /** What it takes: a minimum deposit, or a time. */
  from: optional,
  text: optional,
  /** Marks the level that most customers have. */
  isPopular: z.optional(z.boolean()),
  href: z.optional(link),
});

/**
 * A table with one column per level; every row has a value for each level, in the order of `levels`. The value `yes` or
 * `✓` is shown as a tick, `no` or `–` as a dash.
 */
export const accountLevels = z
  .strictObject({
    kind: z.literal('account-levels'),
    ...heading,
    levels: z.array(accountLevel).check(z.minLength(1), z.maxLength(mostLevels)),
    rows: z.array(z.strictObject({ label: plainText, values: z.array(plainText) })),
  })
  .check(
    z.refine(({ levels, rows }) => rows.every(({ values }) => values.length === levels.length), {
      error: 'a value for each level',
      path: ['rows'],
    }),
  );

/** A long text with a table of contents, made from its h2. `updated`: YYYY-MM-DD. */
export const policyText = z.strictObject({
  kind: z.literal('policy-text'),
  html: cleanHtml,
  updated: z.optional(z.iso.date('a date such as 2026-11-20')),
});

/** `contact` is the contact form. Any other name is a form of the CMS with name, email and message. */
export const form = z.strictObject({
  kind: z.literal('form'),
  form: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/, 'letters, digits, _ and -')),
  ...heading,
});

/**
 * The map of the location in the settings. Without a tile service it shows only the address, and is left out if the
 * page has contact data anyway.
 */
export const map = z.strictObject({ kind: z.literal('map'), title: optional });
/** The contact data of the settings. */
export const contactData = z.strictObject({ kind: z.literal('contact-data'), ...heading });

/** The banner of payment methods. */
export const paymentIcons = z.strictObject({ kind: z.literal('payment-icons'), title: optional });

/** The next events of the calendar, or the provider's embed if the brand is configured so. */
export const economicCalendar = z.strictObject({ kind: z.literal('economic-calendar'), ...heading });

/**
 * A video of YouTube or Vimeo, or an mp4 or webm file, with the `captions` of a file. Nothing of another host is loaded
 * before the visitor plays it. Without a `poster` a drawing is shown.
 */
export const video = z.strictObject({
  kind: z.literal('video'),
  title: plainText,
  text: optional,
  address: videoAddress,
  poster: z.optional(image),
  captions: z.optional(
    z.string().check(z.regex(/^\/(?![/\\])[^\s\\"?#]*\.vtt$/, 'the path of a vtt file on this site')),
  ),
});

const tableCell = z.string().check(z.trim(), z.maxLength(2_000));

/**
 * A table. The first cell of a row names it; cells that are missing at its end are empty. Columns of numbers are
 * aligned on the right. `caption` is below the table: what its figures mean, and of which day they are.
 */
export const table = z
  .strictObject({
    kind: z.literal('table'),
    ...heading,
    caption: optional,
    columns: z
      .array(z.strictObject({ title: plainText, isNumber: z.optional(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(20)),
    rows: z.array(z.strictObject({ cells: z.array(tableCell).check(z.minLength(1)) })).check(z.minLength(1)),
  })
  .check(
    z.refine(({ columns, rows }) => rows.every(({ cells }) => cells.length <= columns.length), {
      error: 'at most one cell for each column',
      path: ['rows'],
    }),
  );

/** A remark beside the text. Its `tone` is named above it, or before its title. */
export const callout = z.strictObject({
  kind: z.literal('callout'),
  tone: z.enum(['note', 'tip', 'warning', 'risk']),
  title: optional,
  html: cleanHtml,
});

const countryCodes = z.optional(
  z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters such as DE'))).check(z.maxLength(250)),
);
const day = z.optional(z.iso.date('a date such as 2026-11-20'));

/**
 * A campaign in one sentence. Restricted to `countries`, kept from `exceptCountries` (a visitor whose country is not
 * known sees neither kind), shown in these `languages` only, and from one day until another, both included, in UTC. An
 * empty list restricts nothing.
 */
export const campaignBanner = z.strictObject({
  kind: z.literal('campaign-banner'),
  text: plainText,
  href: z.optional(link),
  tone: z.enum(['plain', 'brand', 'warning']),
  isDismissible: z.optional(z.boolean()),
  countries: countryCodes,
  exceptCountries: countryCodes,
  languages: z.optional(z.array(z.enum(locales))),
  from: day,
  until: day,
});

export const block = z.discriminatedUnion('kind', [
  hero,
  richText,
  featureGrid,
  trustRow,
  steps,
  marketStrip,
  crossRates,
  orderFacts,
  leverageScale,
  faq,
  callToAction,
  picture,
  accountLevels,
  policyText,
  form,
  map,
  contactData,
  paymentIcons,
  economicCalendar,
  video,
  table,
  callout,
  campaignBanner,
]);

export type Block = z.infer<typeof block>;
export type BlockKind = Block['kind'];
/** The fields of one kind of block. */
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>;
