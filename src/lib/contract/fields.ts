import * as z from 'zod/mini';
import { isMoney } from '../money.ts';

/**
 * Fields that several calls share. Strings have a maximum length, so that no call can write a megabyte into the
 * database.
 */

const maximumLength = 200;

/**
 * Characters that change the direction of the text around them: in a mail, a name could be displayed as a different
 * one.
 */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans typed text that is stored and shown to others. Removes control characters and lone surrogates, which nobody
 * types and no column accepts, and normalises line ends.
 */
export const asTyped = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(turns, '')
    .toWellFormed();

export const onOneLine = (text: string): string => asTyped(text).replace(/\s+/g, ' ');

export const requiredText = (title: string, maximum = maximumLength) =>
  z
    .string({ error: `${title} is required` })
    .check(
      z.overwrite(onOneLine),
      z.trim(),
      z.minLength(1, { error: `${title} is required` }),
      z.maxLength(maximum, { error: `${title} has maximum ${maximum} characters` }),
    );

/** Compared and stored in lower case: the same address is the same person, however it is typed. */
export const email = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email is required' }),
    z.maxLength(254, { error: 'Email has maximum 254 characters' }),
    z.toLowerCase(),
    z.email({ error: 'invalid email address' }),
  );

/** A password as typed: never trimmed. The maximum length limits how much hashing a stranger can cause. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required' }),
    z.maxLength(maximumLength, { error: `Password has maximum ${maximumLength} characters` }),
  );

/** `user.token`: an identifier that grants nothing. If it is missing, the bearer's own is used. */
export const ownToken = z.optional(z.string().check(z.maxLength(64)));

/**
 * The browser's client info as JSON text. Accepted but not stored: the server records the address and location that it
 * sees itself.
 */
export const clientInfoText = z.optional(z.string().check(z.maxLength(2000)));

/** The id of a position or an order, converted to lower case, so that each id has one spelling. */
export const uuid = z.uuid({ error: "This ID isn't valid" }).check(z.toLowerCase());

export const symbol = z
  .string({ error: 'Symbol is required' })
  .check(z.regex(/^[A-Z0-9._-]{1,20}$/, { error: "This symbol isn't valid" }));

/** An amount of money in major units: at most two decimals, finite, positive. */
export const amount = z
  .number({ error: 'Amount is required' })
  .check(
    z.minimum(1, { error: 'Amount must be at least 1' }),
    z.maximum(1_000_000_000, { error: 'Amount must be at most 1000000000' }),
    z.refine(isMoney, { error: 'Amount can have up to two decimal places' }),
  );

/**
 * An amount of money in major units that comes in (positive) or goes out (negative): at most two decimals, finite, not
 * zero.
 */
export const signedAmount = z.number({ error: 'Amount is required' }).check(
  z.minimum(-1_000_000_000, { error: 'Amount must be at most 1000000000' }),
  z.maximum(1_000_000_000, { error: 'Amount must be at most 1000000000' }),
  z.refine((value) => value !== 0, { error: 'Amount is required' }),
  z.refine(isMoney, { error: 'Amount can have up to two decimal places' }),
);

/** A rate: finite and above zero. */
export const rate = z.number({ error: 'Price is required' }).check(z.positive({ error: 'Price must be above zero' }));

export const instant = z.iso.datetime();
/** A calendar day in a request; `title` is the form's label. */
export const day = (title: string) => z.iso.date({ error: `${title} is required` });
export const flag = z.union([z.literal(0), z.literal(1)]);

/** An instant in a query, whose text is converted to a number. */
export const unixSeconds = z.coerce
  .number({ error: 'Must be a Unix time in seconds' })
  .check(z.int(), z.minimum(0), z.maximum(100_000_000_000));

/** What the history can be sorted by. The default is the closing instant, newest first. */
export const historySorts = [
  'close_date',
  'open_date',
  'symbol',
  'direction',
  'amount',
  'leverage',
  'open_rate',
  'closed_rate',
  'profit',
  'closingReason',
] as const;
export type HistorySort = (typeof historySorts)[number];
