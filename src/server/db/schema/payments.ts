import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { transactionSteps } from '../../../lib/contract/payments/payment-entities.ts';
import { bytes, instant, minor } from './column-kinds.ts';
import { transactions } from './money.ts';

/** How deposits come about, and what happens to each transaction. */

/**
 * `created`: the provider knows nothing yet. `started`: it was asked where the customer pays. `succeeded`: credited.
 * `failed`: the provider said that nothing comes, or nobody paid in time. `differs`: something else came than was asked
 * for, and an operator decides.
 */
export const paymentStates = ['created', 'started', 'succeeded', 'failed', 'differs'] as const;

/** What a payment provider is asked for; one for each deposit that a customer began. */
export const payments = pgTable(
  'payments',
  {
    transactionId: uuid('transaction_id')
      .primaryKey()
      .references(() => transactions.id),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    state: text('state', { enum: paymentStates }).notNull(),
    /** What was asked for, whatever an operator credited in its place. */
    amountMinor: minor('amount_minor').notNull(),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    /** The provider's own name for it. */
    reference: text('reference'),
    /** Where the customer pays; null where the provider named no page. */
    redirectUrl: text('redirect_url'),
    /** When the provider is asked next what became of it; null: never again. */
    askAt: instant('ask_at'),
    asks: integer('asks').notNull().default(0),
    /** What is not as it was asked for, in words for the operator. */
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

/** What the payment driver read from a report, as its JSON is kept. */
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

/** What providers reported, once each, whether it could be worked off or not. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    /** A digest of the provider's id of the report and of what it says: a repeat is the same. */
    eventKey: text('event_key').notNull(),
    /**
     * What was signed, as it came; of what a provider was asked for, what was read from its answer. Empty once it is
     * forgotten.
     */
    body: bytes('body').notNull(),
    /** What the driver read from it. */
    event: jsonb('event').$type<StoredReport>().notNull(),
    receivedAt: instant('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is worked off next; null: it is done, or nobody tries any more. */
    dueAt: instant('due_at'),
    /** What came of it, in a word for the operator. */
    outcome: text('outcome'),
    /** The payment that it is about; null until it was worked off, and where there is none. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    /** When an operator decided on the payment and this was known; null: nobody did. */
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

/** The steps that a transaction has taken, each once. */
export const transactionStepRows = pgTable(
  'transaction_steps',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    step: text('step', { enum: transactionSteps }).notNull(),
    at: instant('at').notNull(),
    /** The operator who took it; null where nobody of the broker did. */
    byOperator: text('by_operator'),
    /** What the customer is told of it. */
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.step] })],
);

/** `open`: nobody has answered. `later`: it is paid at `due_at`. `silent`: nothing is ever said of it. */
export const sandboxStates = ['open', 'later', 'paid', 'declined', 'silent'] as const;

/**
 * What the simulated provider keeps of its payments: it stands in for a foreign one, and nothing else of the product
 * reads it.
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
