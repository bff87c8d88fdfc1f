import { bigint, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './column-kinds.ts';

/** Assets and their price history. */

export const assetCategories = pgTable('asset_categories', {
  id: integer('id').primaryKey(),
  /** Such as `forex` or `stocks`; also the key in `custom_leverage`. */
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
  /** Position in the market list. */
  listOrder: integer('list_order').notNull(),
  /** Mid price at which the simulated feed starts. */
  referenceRate: doublePrecision('reference_rate').notNull(),
  /** Standard deviation of a day's return, as a fraction, for the simulated feed. */
  dailyVolatility: doublePrecision('daily_volatility').notNull(),
  /** ask − bid as a fraction of mid, for the simulated feed. */
  quotedSpread: doublePrecision('quoted_spread').notNull(),
  /** Decimals that the venue quotes. */
  digits: integer('digits').notNull(),
  /** When the asset was suspended: no new positions may be opened since then. Null: not suspended. */
  suspendedAt: instant('suspended_at'),
});

/** Bid candles. Each feed has its own history, so that simulated and real prices never mix in one chart. */
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
