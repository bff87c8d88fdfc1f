import * as z from 'zod/mini';
import { flag, instant } from '../fields.ts';
import { transaction } from '../accounts/account-entities.ts';

/** What the calls about money coming and going answer with. Money in major units of the broker's currency. */

/** The kinds of the payment methods, which are the transaction types of their deposits. */
export const depositMethods = [1, 2, 3, 9] as const;
export type DepositMethod = (typeof depositMethods)[number];

/**
 * How a method is paid with: `send` and `direct` lead to the provider's page, `widget` opens the provider's cashier in
 * this page, `link` opens the provider in a window of its own, `bank` tells where to transfer the money to.
 */
export const paymentKinds = ['send', 'direct', 'widget', 'link', 'bank'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Pictures that ship; a method names one. */
export const paymentIcons = ['card', 'bank', 'wallet', 'transfer', 'voucher'] as const;

const namesByLanguage = z.optional(z.record(z.string(), z.string()));

export const paymentMethod = z.object({
  method: z.union(depositMethods.map((id) => z.literal(id))),
  kind: z.enum(paymentKinds),
  /** Names it in the address of the send call. */
  provider: z.string(),
  /** As the broker calls it. `labels`: by language, where it has a name of its own there. */
  label: z.string(),
  labels: namesByLanguage,
  icon: z.enum(paymentIcons),
  /** 1: nobody's money moves. */
  simulated: flag,
  /** 1: nobody reports what was paid, and the broker looks through what has come. */
  by_hand: flag,
  /** Of a bank: the account that the money is transferred to, as lines of name and value. */
  account: z.optional(z.array(z.object({ name: z.string(), names: namesByLanguage, value: z.string() }))),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A deposit that can be paid still: its customer was led to a page, and its provider reported nothing of it. */
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
  /** The most that can be asked to be paid out now: own money within the free margin. */
  withdrawable: z.number(),
  /** What is reserved for withdrawals that are under way. */
  reserved: z.number(),
  /** The amounts of the open positions: they stay until these are closed. */
  invested: z.number(),
  /** The part of the balance that is bonuses and credit, which are traded with and not paid out. */
  bonus: z.number(),
  credit: z.number(),
  /** Newest first. */
  opened: z.array(openedDeposit),
});
export type PaymentOptions = z.infer<typeof paymentOptions>;

/** What happens to a transaction, in this order as far as it happens. */
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

/** A transaction with all that its customer is told about it. */
export const transactionDetails = z.extend(transaction, {
  /** What was asked for, in major units, where another amount was credited. */
  asked_amount: z.nullable(z.number()),
  /** By which method a deposit was begun, by its name; null where its customer began none. */
  provider: z.nullable(z.string()),
  /**
   * 1: its provider was asked where it is paid, as nobody is about a transfer, and has not said yet what came of it.
   */
  started: flag,
  comments: z.nullable(z.string()),
  steps: z.array(z.object({ step: z.enum(transactionSteps), at: instant })),
  /** 1: the customer can still call it off. */
  cancellable: flag,
  /** 1: what its provider reports is not what was asked for, and the broker looks at it before anything is credited. */
  checked_by_hand: flag,
  /** Why it was declined, where the customer is told. */
  reason: z.nullable(z.string()),
});
export type TransactionDetails = z.infer<typeof transactionDetails>;
