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

/** Money that comes and goes, and the books of it. */

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
    /** Negative for what leaves the account. */
    amountMinor: minor('amount_minor').notNull(),
    comments: text('comments'),
    /** The client's id of the wish: a repeat of it finds the transaction of the first. */
    requestId: uuid('request_id'),
    /**
     * What its customer read when asking for it: mails about it are written in it. Null where nobody asked by a page.
     */
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
  /** Names the fact, so that it is posted once: `close:<position>`, `deposit:<transaction>`, … */
  businessKey: text('business_key').notNull().unique(),
  recordedAt: instant('recorded_at').notNull(),
  /**
   * Follows the order of posting within one account, not between two accounts that are posted to at once. It has gaps.
   */
  number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
});

/**
 * One row: which entries are older than their numbers. The proof excuses them for what was not yet kept of a deposit.
 * Append-only.
 */
export const ledgerNumbering = pgTable(
  'ledger_numbering',
  {
    id: integer('id').primaryKey().default(1),
    /** The number of the newest of them, 0 where there is none: they have all from 1. */
    olderUpTo: bigint('older_up_to', { mode: 'number' }).notNull(),
  },
  (table) => [check('ledger_numbering_one', sql`${table.id} = 1`)],
);

/**
 * What has been posted on the books of each account so far. The database keeps it by itself, so that removed entries
 * are noticed even where no other trace is left.
 */
export const ledgerHeads = pgTable('ledger_heads', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** How many postings. */
  postings: bigint('postings', { mode: 'number' }).notNull(),
  /** The number of its newest entry. */
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
    /** Whose book it is; null for those that are no customer's. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    /** Positive: the book owes more (a customer's balance grows). */
    amountMinor: minor('amount_minor').notNull(),
    /** What a customer's book holds after it; null for the other books. */
    balanceAfterMinor: minor('balance_after_minor'),
    /** What it held before it; the database works it out. */
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
    // In a database of before providers were named it holds for what is posted from now on.
    check('ledger_postings_provider', sql`${table.book} <> 'provider' or ${table.party} is not null`),
  ],
);
