import * as z from 'zod/mini';
import { flag, instant } from '../fields.ts';
import { transaction } from '../accounts/account-entities.ts';

/** What the payment calls return. Money in major units of the broker's currency. */

/** The kinds of payment methods; each is also the transaction type of its deposits. */
export const depositMethods = [1, 2, 3, 9] as const;
export type DepositMethod = (typeof depositMethods)[number];

/**
 * How a method works: `send` and `direct` lead to the provider's page, `widget` opens the provider's cashier in this
 * page, `link` opens the provider in a new window, `bank` shows the account to transfer the money to.
 */
export const paymentKinds = ['send', 'direct', 'widget', 'link', 'bank'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Icons that ship with the product; a method names one. */
export const paymentIcons = ['card', 'bank', 'wallet', 'transfer', 'voucher'] as const;

const namesByLanguage = z.optional(z.record(z.string(), z.string()));

export const paymentMethod = z.object({
  method: z.union(depositMethods.map((id) => z.literal(id))),
  kind: z.enum(paymentKinds),
  /** Names the provider in the path of the send call. */
  provider: z.string(),
  /** The broker's name for it. `labels`: its names in other languages, if it has any. */
  label: z.string(),
  labels: namesByLanguage,
  icon: z.enum(paymentIcons),
  /** 1: no real money moves. */
  simulated: flag,
  /** 1: no provider reports the payment; the broker checks by hand what has come in. */
  by_hand: flag,
  /** For a bank: the account to transfer the money to, as rows of name and value. */
  account: z.optional(z.array(z.object({ name: z.string(), names: namesByLanguage, value: z.string() }))),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A deposit that can still be paid: the customer was led to a page, but the provider has reported nothing. */
export const openedDeposit = z.object({
  transaction_id: z.string(),
  provider: z.string(),
  amount: z.number(),
  created_at: instant,
});
export type OpenedDeposit = z.infer<typeof openedDeposit>;

export const paymentOptions = z.object({
  methods: z.array(paymentMethod),
  /** ISO 4217. */
  currency: z.string(),
  minimum_deposit: z.number(),
  maximum_deposit: z.number(),
  /** The most that can be withdrawn now: own money within the free margin. */
  withdrawable: z.number(),
  /** The amount reserved for pending withdrawals. */
  reserved: z.number(),
  /** The amounts of the open positions: not withdrawable until these are closed. */
  invested: z.number(),
  /** The part of the balance that is bonuses: it can be traded with but not withdrawn. */
  bonus: z.number(),
  /** The part of the balance that is credit: it can be traded with but not withdrawn. */
  credit: z.number(),
  /** Newest first. */
  opened: z.array(openedDeposit),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

/** The possible steps of a transaction, in the order in which they happen. */
export const transactionSteps = [
  'requested',
  'checked',
  'approved',
  'sent',
  'declined',
  'cancelled',
  'returned',
] as const;
export type TransactionStep = (typeof transactionSteps)[number];

/** A transaction with everything that its customer may see. */
export const transactionDetails = z.extend(transaction, {
  /** The requested amount in major units, if a different one was credited. */
  asked_amount: z.nullable(z.number()),
  /** The name of the method that the customer chose for a deposit; null if the customer did not begin one. */
  provider: z.nullable(z.string()),
  /** 1: the provider was asked for a page to pay on, and has not reported a result yet. Never 1 for a bank transfer. */
  started: flag,
  comments: z.nullable(z.string()),
  steps: z.array(z.object({ step: z.enum(transactionSteps), at: instant })),
  /** 1: the customer can still cancel it. */
  cancellable: flag,
  /** 1: the provider's report differs from what was requested, so the broker checks it before anything is credited. */
  checked_by_hand: flag,
  /** Why it was declined, if the customer may know. */
  reason: z.nullable(z.string()),
});
export type TransactionDetails = z.infer<typeof transactionDetails>;
