import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** One schema for embedded PGlite and PostgreSQL 15+. Money is in minor units (`_minor`), rates are double precision. */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const minor = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const assetCategories = pgTable('asset_categories', {
  id: integer('id').primaryKey(),
  /** forex, stocks, crypto, commodities or index: also the key of `custom_leverage`. */
  name: text('name').notNull().unique(),
  leverages: integer('leverages').array().notNull(),
});

export const assets = pgTable('assets', {
  symbol: text('symbol').primaryKey(),
  name: text('name').notNull(),
  /** The chart provider's symbol. */
  code: text('code').notNull(),
  categoryId: integer('category_id')
    .notNull()
    .references(() => assetCategories.id),
  /** Place in the market list. */
  listOrder: integer('list_order').notNull(),
  /** Where the simulated feed starts, mid price. */
  referenceRate: doublePrecision('reference_rate').notNull(),
  /** Standard deviation of a day's return, as a fraction, for the simulated feed. */
  dailyVolatility: doublePrecision('daily_volatility').notNull(),
  /** ask − bid as a fraction of mid, for the simulated feed. */
  quotedSpread: doublePrecision('quoted_spread').notNull(),
  /** Decimals that the venue quotes. */
  digits: integer('digits').notNull(),
});

export const affiliates = pgTable('affiliates', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  token: uuid('token').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  uniqid: text('uniqid').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

export interface DocumentState {
  status: '0' | '1' | '2' | '3';
  note: string | null;
  updated: string | null;
}

export const accounts = pgTable(
  'accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `user.token`: an identifier without authority. */
    token: uuid('token').notNull().unique(),
    /** The referral code. */
    uniqid: text('uniqid').notNull().unique(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    birthDate: date('birth_date', { mode: 'string' }),
    /** ISO 3166-1 numeric. */
    countryId: integer('country_id'),
    state: text('state'),
    city: text('city'),
    street: text('street'),
    zipCode: text('zip_code'),
    pin: text('pin'),
    level: text('level'),
    verified: boolean('verified').notNull().default(false),
    autoTrading: boolean('auto_trading').notNull().default(false),
    /** Category name → indexes into the category's leverages; null or no key: all of them. */
    customLeverage: jsonb('custom_leverage').$type<Record<string, number[]>>(),
    /** Ids of the categories that the account may trade. */
    categoryIds: integer('category_ids').array().notNull(),
    documents: jsonb('documents').$type<Record<string, DocumentState>>().notNull().default({}),
    referredByAccountId: bigint('referred_by_account_id', { mode: 'number' }),
    referredByAffiliateId: bigint('referred_by_affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    sourcePage: text('source_page'),
    /** Cached: always the sum of the account's postings. */
    balanceMinor: minor('balance_minor').notNull().default(0),
    /** Cached: always the sum of the amounts of its open positions. */
    investedMinor: minor('invested_minor').notNull().default(0),
    /** Cached: always the number of its open positions. */
    openPositions: integer('open_positions').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('accounts_referred_by_affiliate').on(table.referredByAffiliateId),
    index('accounts_referred_by_account').on(table.referredByAccountId),
    check('accounts_invested_not_negative', sql`${table.investedMinor} >= 0`),
    check('accounts_open_positions_not_negative', sql`${table.openPositions} >= 0`),
    check(
      'accounts_one_referrer',
      sql`num_nonnulls(${table.referredByAccountId}, ${table.referredByAffiliateId}) <= 1`,
    ),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the access token; the token itself is stored nowhere. */
    tokenHash: bytes('token_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    affiliateId: bigint('affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    index('sessions_account').on(table.accountId),
    index('sessions_last_seen').on(table.lastSeenAt),
    check('sessions_one_owner', sql`num_nonnulls(${table.accountId}, ${table.affiliateId}) = 1`),
  ],
);

export const transactionStatuses = ['pending', 'approved', 'declined', 'cancelled'] as const;

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
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('transactions_account').on(table.accountId, table.createdAt)],
);

export const positions = pgTable(
  'positions',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    symbol: text('symbol')
      .notNull()
      .references(() => assets.symbol),
    direction: text('direction', { enum: ['buy', 'sell'] }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    leverage: integer('leverage').notNull(),
    openRate: doublePrecision('open_rate').notNull(),
    openedAt: instant('opened_at').notNull(),
    takeProfit: doublePrecision('take_profit'),
    stopLoss: doublePrecision('stop_loss'),
    protected: boolean('protected').notNull().default(false),
    /** Auto trading opened it. */
    auto: boolean('auto').notNull().default(false),
    /** The client's `request_id`: a repeat finds the position that the first one opened. */
    requestId: uuid('request_id'),
    /** The quote that it was opened on, null together where none was kept; so that of its close below. */
    openBid: doublePrecision('open_bid'),
    openAsk: doublePrecision('open_ask'),
    openQuoteAt: instant('open_quote_at'),
    openSequence: bigint('open_sequence', { mode: 'number' }),
    openFeed: text('open_feed'),
    closedRate: doublePrecision('closed_rate'),
    closedAt: instant('closed_at'),
    closingReason: smallint('closing_reason'),
    /** Null while open; never below −amount. */
    profitMinor: minor('profit_minor'),
    closedBid: doublePrecision('closed_bid'),
    closedAsk: doublePrecision('closed_ask'),
    closedQuoteAt: instant('closed_quote_at'),
    closedSequence: bigint('closed_sequence', { mode: 'number' }),
    closedFeed: text('closed_feed'),
  },
  (table) => [
    unique('positions_request').on(table.accountId, table.requestId),
    index('positions_open')
      .on(table.accountId, table.openedAt)
      .where(sql`${table.closedAt} is null`),
    index('positions_history')
      .on(table.accountId, table.closedAt.desc())
      .where(sql`${table.closedAt} is not null`),
    // A strategy asks for the one position that it has of a symbol.
    index('positions_auto')
      .on(table.accountId, table.symbol)
      .where(sql`${table.auto} and ${table.closedAt} is null`),
    check('positions_amount', sql`${table.amountMinor} > 0 and ${table.leverage} > 0 and ${table.openRate} > 0`),
    check('positions_loss', sql`${table.profitMinor} >= -${table.amountMinor}`),
    check(
      'positions_closed_whole',
      sql`num_nonnulls(${table.closedRate}, ${table.closedAt}, ${table.closingReason}, ${table.profitMinor}) in (0, 4)`,
    ),
    check(
      'positions_open_quote_whole',
      sql`num_nonnulls(${table.openBid}, ${table.openAsk}, ${table.openQuoteAt}, ${table.openSequence}, ${table.openFeed}) in (0, 5)`,
    ),
    check(
      'positions_closed_quote_whole',
      sql`num_nonnulls(${table.closedBid}, ${table.closedAsk}, ${table.closedQuoteAt}, ${table.closedSequence}, ${table.closedFeed}) in (0, 5)`,
    ),
  ],
);

/** One business fact. Append-only: the database refuses updates and deletes. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  /** Names the fact, so that it is posted once: `close:<position>`, `deposit:<transaction>`, … */
  businessKey: text('business_key').notNull().unique(),
  recordedAt: instant('recorded_at').notNull(),
});

export const ledgerBooks = ['customer', 'provider', 'house', 'bonus', 'credit'] as const;

/** The postings of an entry; they sum to zero. Append-only. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    line: smallint('line').notNull(),
    book: text('book', { enum: ledgerBooks }).notNull(),
    /** The customer of the book `customer`, else null. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    /** Positive: the book owes more (a customer's balance grows). */
    amountMinor: minor('amount_minor').notNull(),
    /** The customer's balance after it; null for the other books. */
    balanceAfterMinor: minor('balance_after_minor'),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.line] }),
    index('ledger_postings_account').on(table.accountId),
    check(
      'ledger_postings_customer',
      sql`(${table.book} = 'customer') = (${table.accountId} is not null and ${table.balanceAfterMinor} is not null)`,
    ),
  ],
);

/** Bid candles; each feed has its own history, so that simulated and real prices never mix in one chart. */
export const candles = pgTable(
  'candles',
  {
    feed: text('feed').notNull(),
    symbol: text('symbol').notNull(),
    resolutionSeconds: integer('resolution_seconds').notNull(),
    /** Start of the bucket, unix seconds. */
    time: bigint('time', { mode: 'number' }).notNull(),
    open: doublePrecision('open').notNull(),
    high: doublePrecision('high').notNull(),
    low: doublePrecision('low').notNull(),
    close: doublePrecision('close').notNull(),
  },
  (table) => [primaryKey({ columns: [table.feed, table.symbol, table.resolutionSeconds, table.time] })],
);

/** What the check of humanity said of an entry; `off` where the broker has set none up. */
export const humanityMarks = ['off', 'passed', 'missing', 'unavailable'] as const;

/** What visitors sent by the forms of the site. */
export const formEntries = pgTable(
  'form_entries',
  {
    id: uuid('id').primaryKey(),
    /** `contact`, or the name of a form of the content after `cms:`. */
    form: text('form').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** Names form, fields and day: the same words once more on one day are the same entry. */
    digest: bytes('digest').notNull().unique(),
    humanity: text('humanity', { enum: humanityMarks }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Set by whoever has read it. */
    readAt: instant('read_at'),
  },
  (table) => [index('form_entries_created').on(table.createdAt)],
);

/** Mails that have to leave. A row is deleted when its mail has left: this is a queue, not an archive. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Nobody tries before this. Null: nobody tries any more, it was refused for good or too often. */
    dueAt: instant('due_at'),
  },
  (table) => [
    index('mail_outbox_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);

/** Messages to customers. They are withdrawn, not deleted: what was read stays known. */
export const popups = pgTable(
  'popups',
  {
    id: uuid('id').primaryKey(),
    /** Whom it is for; null: every customer. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    title: text('title').notNull(),
    /** HTML of the allow-list. */
    content: text('content').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** From then on nobody is sent it. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('popups_published')
      .on(table.publishedAt)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

export const popupReads = pgTable(
  'popup_reads',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    popupId: uuid('popup_id')
      .notNull()
      .references(() => popups.id),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.popupId] })],
);
