import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { transactionStatuses } from '../../../lib/contract/accounts/account-entities.ts';
import { ledgerBooks } from '../../../lib/transactions/ledger-books.ts';
import { accounts } from './accounts.ts';
import { instant, minor } from './column-kinds.ts';

/** Transactions of customers, and the books. */

export const transactions = pgTable(
  'transactions',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** 1, 2, 3, 9, 11 deposits; 4, 10 bonuses; 5 credit; 6, 7, 8 withdrawals. */
    typeId: smallint('type_id').notNull(),
    status: text('status', { enum: transactionStatuses }).notNull(),
    /** Negative if money leaves the account. */
    amountMinor: minor('amount_minor').notNull(),
    comments: text('comments'),
    /** The client's id of the request: a repeated request returns the transaction of the first. */
    requestId: uuid('request_id'),
    /** The language of the page on which the customer requested it, and of mails about it. Null if no page was used. */
    language: text('language'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('transactions_account').on(table.accountId, table.createdAt),
    uniqueIndex('transactions_request').on(table.accountId, table.requestId),
    index('transactions_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
  ],
);

/** One business fact. Append-only: the database refuses updates and deletes. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  /** Identifies the fact, so that it is posted only once: `close:<position>`, `deposit:<transaction>`, … */
  businessKey: text('business_key').notNull().unique(),
  recordedAt: instant('recorded_at').notNull(),
  /**
   * Grows in the order of posting within one account, but not across accounts that are posted to at the same time. Has
   * gaps.
   */
  number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
});

/**
 * One row, which says which entries were posted before entries had numbers. In the deposits of those entries, the proof
 * does not demand details that were not recorded yet. Append-only.
 */
export const ledgerNumbering = pgTable(
  'ledger_numbering',
  {
    id: integer('id').primaryKey().default(1),
    /** The number of the newest such entry, or 0 if there is none: numbers start at 1. */
    olderUpTo: bigint('older_up_to', { mode: 'number' }).notNull(),
  },
  (table) => [check('ledger_numbering_one', sql`${table.id} = 1`)],
);

/**
 * How much has been posted on the books of each account. The database keeps it up to date, so that removed entries are
 * noticed even if they leave no other trace.
 */
export const ledgerHeads = pgTable('ledger_heads', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** Number of postings. */
  postings: bigint('postings', { mode: 'number' }).notNull(),
  /** The number of the account's newest entry. */
  newest: bigint('newest', { mode: 'number' }).notNull(),
});

/** The postings of an entry; they sum to zero. Append-only. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    line: smallint('line').notNull(),
    book: text('book', { enum: ledgerBooks }).notNull(),
    /** The customer's account; null for books that do not belong to a customer. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    /** Positive: the book owes more (a customer's balance grows). */
    amountMinor: minor('amount_minor').notNull(),
    /** The balance of a customer's book after the posting; null for the other books. */
    balanceAfterMinor: minor('balance_after_minor'),
    /** The balance before the posting, computed by the database. */
    balanceBeforeMinor: minor('balance_before_minor').generatedAlwaysAs(sql`balance_after_minor - amount_minor`),
    /** The payment provider of the book `provider`; null for the other books. */
    party: text('party'),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.line] }),
    index('ledger_postings_account').on(table.accountId),
    check(
      'ledger_postings_customer',
      sql`(${table.book} like 'customer%') = (${table.accountId} is not null and ${table.balanceAfterMinor} is not null)`,
    ),
    check('ledger_postings_party', sql`${table.party} is null or ${table.book} = 'provider'`),
    // In a database that is older than the names of providers, this only holds for new postings.
    check('ledger_postings_provider', sql`${table.book} <> 'provider' or ${table.party} is not null`),
  ],
);
