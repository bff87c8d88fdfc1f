import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { transactionSteps } from '../../../lib/contract/payments/payment-entities.ts';
import { bytes, instant, minor } from './column-kinds.ts';
import { transactions } from './money.ts';

/** Payments behind deposits, and the steps of every transaction. */

/**
 * `created`: the provider does not know it yet. `started`: the provider has named the page to pay on. `succeeded`:
 * credited. `failed`: the provider reported that no money comes, or nobody paid in time. `differs`: something else came
 * than was requested, and an operator decides.
 */
export const paymentStates = ['created', 'started', 'succeeded', 'failed', 'differs'] as const;

/** The payments that providers are asked for: one for each deposit that a customer began. */
export const payments = pgTable(
  'payments',
  {
    transactionId: uuid('transaction_id')
      .primaryKey()
      .references(() => transactions.id),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    state: text('state', { enum: paymentStates }).notNull(),
    /** The requested amount, whatever an operator credited instead. */
    amountMinor: minor('amount_minor').notNull(),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    /** The provider's id of the payment. */
    reference: text('reference'),
    /** The page to pay on; null if the provider named none. */
    redirectUrl: text('redirect_url'),
    /** When the provider is polled next; null: never again. */
    askAt: instant('ask_at'),
    asks: integer('asks').notNull().default(0),
    /** How the payment differs from the request, in words for the operator. */
    note: text('note'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.provider, table.reference),
    index('payments_to_ask')
      .on(table.askAt)
      .where(sql`${table.askAt} is not null`),
    index('payments_held')
      .on(table.updatedAt)
      .where(sql`${table.state} = 'differs'`),
  ],
);

/** What the payment driver read from a report, as stored in JSON. */
interface StoredReport {
  outcome: 'waiting' | 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  currency: string;
  eventKey: string;
  transactionId: string | null;
  reference: string | null;
  eventId?: string | null;
  isUnderWay?: boolean;
}

/** Reports of providers, each stored once, whether or not it could be processed. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    /** A digest of the provider's id of the report and of its content, by which a repeat is recognised. */
    eventKey: text('event_key').notNull(),
    /**
     * The signed bytes of the report; for a poll, what was read from the answer. Emptied when it is too old to be kept.
     */
    body: bytes('body').notNull(),
    /** What the driver read from the body. */
    event: jsonb('event').$type<StoredReport>().notNull(),
    receivedAt: instant('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When the report is processed next; null: it is done or given up. */
    dueAt: instant('due_at'),
    /** The result, in a word for the operator. */
    outcome: text('outcome'),
    /** The payment that the report is about; null if there is none, or if the report has not been processed yet. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    /** When an operator decided on the payment, knowing this report; null: nobody did. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('payment_events_once').on(table.provider, table.eventKey),
    index('payment_events_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('payment_events_of_transaction').on(table.transactionId),
    index('payment_events_of_nobody')
      .on(table.receivedAt)
      .where(sql`${table.transactionId} is null`),
    index('payment_events_with_body')
      .on(table.receivedAt)
      .where(sql`${table.body} <> ''`),
  ],
);

/** The steps that a transaction has taken, each at most once. */
export const transactionStepRows = pgTable(
  'transaction_steps',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    step: text('step', { enum: transactionSteps }).notNull(),
    at: instant('at').notNull(),
    /** The operator who took the step; null if no operator did. */
    byOperator: text('by_operator'),
    /** The reason that the customer sees. */
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.step] })],
);

/** `open`: the customer has not chosen yet. `later`: it is paid at `due_at`. `silent`: nothing is ever reported. */
export const sandboxStates = ['open', 'later', 'paid', 'declined', 'silent'] as const;

/**
 * The simulated provider's own payments. That provider stands in for an external system, so the rest of the product
 * never reads these rows.
 */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  transactionId: uuid('transaction_id').notNull().unique(),
  amountMinor: minor('amount_minor').notNull(),
  /** ISO 4217. */
  currency: text('currency').notNull(),
  returnUrl: text('return_url').notNull(),
  language: text('language').notNull(),
  state: text('state', { enum: sandboxStates }).notNull(),
  dueAt: instant('due_at'),
});
