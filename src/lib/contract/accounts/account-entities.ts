import * as z from 'zod/mini';
import { flag, instant } from '../fields.ts';

/** What the account calls return, besides `user` itself. */

export const country = z.object({
  /** ISO 3166-1 numeric. */
  id: z.number(),
  /** ISO 3166-1 alpha-2. */
  alpha2: z.string(),
  /** In the requested language. */
  name: z.string(),
});
export type Country = z.infer<typeof country>;

/** A visitor's location, as far as the server can tell; fields that it cannot tell are null. */
export const clientInfo = z.object({
  ip: z.string(),
  /** ISO 3166-1 alpha-2. */
  country_short: z.nullable(z.string()),
  /** In English. */
  country_long: z.nullable(z.string()),
  city: z.nullable(z.string()),
});
export type ClientInfo = z.infer<typeof clientInfo>;

export const referral = z.object({ full_name: z.string(), email: z.string(), created_at: instant });
export type Referral = z.infer<typeof referral>;

export const transactionStatuses = ['pending', 'approved', 'declined', 'cancelled'] as const;

/**
 * The state of a transaction, in more detail than its status. `not_started`: a pending deposit whose provider named no
 * page to pay on, so nobody can have paid. `opened`: the page was named, but the provider has reported nothing. `sent`
 * and `returned`: approved withdrawals.
 */
export const transactionStages = [...transactionStatuses, 'not_started', 'opened', 'sent', 'returned'] as const;
export type TransactionStage = (typeof transactionStages)[number];

export const transaction = z.object({
  transaction_id: z.string(),
  /** In major units; negative if it leaves the account. */
  amount: z.number(),
  /** The type's name in English; screens translate by the id. */
  transaction_type: z.string(),
  transaction_type_id: z.number(),
  transaction_status: z.enum(transactionStatuses),
  stage: z.enum(transactionStages),
  created_at: instant,
});
export type Transaction = z.infer<typeof transaction>;

/** An open session of the customer. Its id can end the session, but gives no access to it. */
export const openSession = z.object({
  id: z.string(),
  /** Browser and system from the user agent, such as "Firefox on Linux"; null if it sent none. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  country_short: z.nullable(z.string()),
  city: z.nullable(z.string()),
  created_at: instant,
  last_seen_at: instant,
  /** 1: the session that makes this call. */
  current: flag,
});
export type OpenSession = z.infer<typeof openSession>;

/** The secret of an authenticator app, before it is switched on: as text and as the URI in its QR code. */
export const factorSetUp = z.object({ secret: z.string(), uri: z.string() });
export type FactorSetUp = z.infer<typeof factorSetUp>;

/** Each code replaces the authenticator app once. The codes are shown once, and stored as hashes. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
