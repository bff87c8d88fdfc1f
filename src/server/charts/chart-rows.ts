import type { ChartLayout } from '../../lib/contract/chart/chart-layout.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

// An older version also kept whether volume is shown.
const chartLoad = statement(
  'chart-load',
  `select layout - 'volume' as layout from chart_layouts where account_id = :accountId and symbol = :symbol`,
);

/** The layout as it was saved, which an older version may have done; null if there is none. */
export async function loadLayout(queries: Queries, accountId: number, symbol: string): Promise<unknown> {
  return (await chartLoad.first(queries, { accountId, symbol }))?.layout ?? null;
}

const chartSave = statement(
  'chart-save',
  `insert into chart_layouts (account_id, symbol, layout, saved_at) values (:accountId, :symbol, :layout, :savedAt)
   on conflict (account_id, symbol) do update set layout = excluded.layout, saved_at = excluded.saved_at`,
);

/** Keeps a layout in place of the one before. */
export async function saveLayout(
  queries: Queries,
  { layout, ...row }: { accountId: number; symbol: string; layout: ChartLayout; savedAt: Date },
): Promise<void> {
  await chartSave.write(queries, { ...row, layout: JSON.stringify(layout) });
}
