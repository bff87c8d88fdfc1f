import * as z from 'zod/mini';
import { isMoney } from '../money.ts';

/** Fields that more than one call has. Strings are capped so that no call can carry a megabyte into the database. */

const maximumLength = 200;

/** Turn the writing of what stands beside them around: a name could show a mail's reader another one. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * What people type, without what nobody means: for texts that are stored and shown to others. Control characters and
 * halves of characters: nobody types them, and no column takes them. A line ends in one way.
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

/** Compared and stored in lower case: an address is the same person however it is typed. */
export const email = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email is required' }),
    z.maxLength(254, { error: 'Email has maximum 254 characters' }),
    z.toLowerCase(),
    z.email({ error: 'invalid email address' }),
  );

/** As typed: never trimmed. Capped because hashing has a cost that a stranger must not choose. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required' }),
    z.maxLength(maximumLength, { error: `Password has maximum ${maximumLength} characters` }),
  );

/** `user.token`: an identifier, no authority. Missing: the bearer's own is meant. */
export const ownToken = z.optional(z.string().check(z.maxLength(64)));

/**
 * The browser's client info as JSON text. Taken, and not kept: address and place the server notes as it sees them
 * itself.
 */
export const clientInfoText = z.optional(z.string().check(z.maxLength(2000)));

/** A position's or an order's id, in lower case: one id has one spelling. */
export const uuid = z.uuid({ error: 'Not a valid id' }).check(z.toLowerCase());

export const symbol = z
  .string({ error: 'Symbol is required' })
  .check(z.regex(/^[A-Z0-9._-]{1,20}$/, { error: 'Not a valid symbol' }));

/** An amount of money in major units: at most two decimals, finite, positive. */
export const amount = z
  .number({ error: 'Amount is required' })
  .check(
    z.minimum(1, { error: 'Amount has minimum 1' }),
    z.maximum(1_000_000_000, { error: 'Amount has maximum 1000000000' }),
    z.refine(isMoney, { error: 'Amount has at most two decimals' }),
  );

/**
 * An amount of money in major units that comes (positive) or goes (negative): at most two decimals, finite, not zero.
 */
export const signedAmount = z.number({ error: 'Amount is required' }).check(
  z.minimum(-1_000_000_000, { error: 'Amount has maximum 1000000000' }),
  z.maximum(1_000_000_000, { error: 'Amount has maximum 1000000000' }),
  z.refine((value) => value !== 0, { error: 'Amount is required' }),
  z.refine(isMoney, { error: 'Amount has at most two decimals' }),
);

/** A rate: finite and above zero. */
export const rate = z.number({ error: 'Price is required' }).check(z.positive({ error: 'Price must be above zero' }));

export const instant = z.iso.datetime();
/** A calendar day that is asked for; `title` is what its form calls it. */
export const day = (title: string) => z.iso.date({ error: `${title} is required` });
export const flag = z.union([z.literal(0), z.literal(1)]);

/** An instant of a query: its text is read as a number. */
export const unixSeconds = z.coerce
  .number({ error: 'Must be a time in unix seconds' })
  .check(z.int(), z.minimum(0), z.maximum(100_000_000_000));

/** What the history can be put in order by: the instant of the close at first, newest first. */
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
