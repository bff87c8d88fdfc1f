import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClosingReason } from '../../../lib/contract/entities.ts';
import { accounts } from './accounts.ts';
import { assets } from './assets.ts';
import { instant, minor } from './column-kinds.ts';

/** Open and closed positions, and the days of auto trading. */

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
    /** Opened by auto trading. */
    auto: boolean('auto').notNull().default(false),
    /** The client's `request_id`: a repeated request returns the position that the first opened. */
    requestId: uuid('request_id'),
    /**
     * The quote on which the position was opened; all five columns are null if the quote was not stored. The same holds
     * for the closing quote below.
     */
    openBid: doublePrecision('open_bid'),
    openAsk: doublePrecision('open_ask'),
    openQuoteAt: instant('open_quote_at'),
    openSequence: bigint('open_sequence', { mode: 'number' }),
    openFeed: text('open_feed'),
    closedRate: doublePrecision('closed_rate'),
    closedAt: instant('closed_at'),
    closingReason: smallint('closing_reason').$type<ClosingReason>(),
    /** Null while open; never below −amount. */
    profitMinor: minor('profit_minor'),
    closedBid: doublePrecision('closed_bid'),
    closedAsk: doublePrecision('closed_ask'),
    closedQuoteAt: instant('closed_quote_at'),
    closedSequence: bigint('closed_sequence', { mode: 'number' }),
    closedFeed: text('closed_feed'),
    /** The position was closed at a quote that confirmed a jump. */
    closedAfterJump: boolean('closed_after_jump').notNull().default(false),
  },
  (table) => [
    unique('positions_request').on(table.accountId, table.requestId),
    index('positions_open')
      .on(table.accountId, table.openedAt)
      .where(sql`${table.closedAt} is null`),
    index('positions_history')
      .on(table.accountId, table.closedAt.desc())
      .where(sql`${table.closedAt} is not null`),
    // For a strategy, which looks up its one open position in a symbol.
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

/**
 * The UTC day that auto trading last began for an account: one row each, overwritten by the next day and never deleted.
 * Its daily loss stop compares the result since then with the equity at that instant.
 */
export const autoDays = pgTable('auto_days', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** The first decision of the day: shortly after midnight, or when auto trading was switched on. */
  begunAt: instant('begun_at').notNull(),
  equityMinor: minor('equity_minor').notNull(),
  /** The profit that its open positions had then. */
  openProfitMinor: minor('open_profit_minor').notNull(),
  /** When the loss reached the limit; null: it did not. */
  stoppedAt: instant('stopped_at'),
});
