import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ChartLayout } from '../../../lib/contract/chart/chart-layout.ts';
import { accounts } from './accounts.ts';
import { instant } from './column-kinds.ts';

/**
 * What customers have set on their charts: one row for each account and asset, replaced by every save. It is kept as
 * long as the account.
 */
export const chartLayouts = pgTable(
  'chart_layouts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    symbol: text('symbol').notNull(),
    layout: jsonb('layout').$type<ChartLayout>().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] })],
);
