import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Candle, ClosingReason } from '../../lib/contract/entities.ts';
import { listCategories } from '../customers/customers-rows.ts';
import type { Queries } from '../db/database.ts';
import type { AssetRow } from '../market/assets-rows.ts';
import { loadAssets } from '../market/assets-rows.ts';
import { loadCandles } from '../market/candles-rows.ts';
import { simulatedFeedName } from '../market/simulated-feed.ts';
import type { LivedRow } from './dry-run-rows.ts';
import { loadRealPositions, loadSpreadChanges } from './dry-run-rows.ts';
import type { ReplayedEnd } from './replay-position.ts';
import { candleSeconds, levelCandles, levelPosition, replayPosition } from './replay-position.ts';

/**
 * The terms to try, by asset symbol or category name; `*` applies to all others. A spread is a fraction of the rate.
 */
export interface DryRunTerms {
  spreads: ReadonlyMap<string, number>;
  ladders: ReadonlyMap<string, readonly number[]>;
}

/**
 * A position that would have ended for another reason: for example, a rule would have closed it that did not, or the
 * reverse. Money in minor units.
 */
export interface Difference {
  id: string;
  email: string;
  symbol: string;
  leverage: number;
  was: ClosingReason | null;
  wasMinor: number;
  wouldBe: ClosingReason | null;
  wouldBeMinor: number;
  /** When it would have ended. */
  at: string;
}

export interface DryRun {
  from: string;
  until: string;
  positions: number;
  /** The total profit of customers as it was, and as it would be. The result of the house is its negative. */
  wasMinor: number;
  wouldBeMinor: number;
  differences: Difference[];
  /** How many positions would end for the same reason, or stay open, but with another profit. */
  otherProfits: number;
  /** Symbols with positions but without prices. */
  withoutPrices: string[];
}

const daySeconds = 24 * 3_600;
const pageSize = 500;

/**
 * Replays the one-minute candles of the last day, under other terms, for every position that was open that day. Only
 * reads the database. Yields after each position, so that a server that runs it can do other work.
 */
export async function dryRun(
  queries: Queries,
  { feedName, nowMs, spreads, ladders }: DryRunTerms & { feedName: string; nowMs: number },
): Promise<DryRun> {
  const to = Math.floor(nowMs / 1000);
  const from = to - daySeconds;
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
  const run: DryRun = {
    ...{ from: instant(from), until: instant(to), positions: 0, wasMinor: 0, wouldBeMinor: 0 },
    ...{ differences: [], otherProfits: 0, withoutPrices: [] },
  };
  // Only the simulated feed's spreads can be changed by operators; other feeds bring their own.
  const changed = feedName === simulatedFeedName ? await loadSpreadChanges(queries, new Date(from * 1000)) : null;
  for (const asset of await loadAssets(queries)) {
    const range = { feed: feedName, symbol: asset.symbol, resolutionSeconds: candleSeconds, from, to, limit: 2_000 };
    const candles = await loadCandles(queries, range);
    const spread = termOf(spreads, asset);
    const usualSpread = asset.quotedSpread;
    const terms = { spread, ladder: termOf(ladders, asset), usualSpread, from };
    // Prices are only adjusted if another spread is tried.
    const changes = (spread !== null && changed?.get(asset.symbol)) || [];
    const levelling = { changes, spread: usualSpread };
    const level = levelCandles(candles, levelling);
    const visit = (row: LivedRow) => {
      const would = replayPosition(levelPosition(row, levelling), level, terms);
      note(run, { row, asset, was: wasOf(row, candles, terms), would });
    };
    await visitLived(queries, { symbol: asset.symbol, from }, (row) => {
      if (candles.length > 0) visit(row);
      else if (!run.withoutPrices.includes(asset.symbol)) run.withoutPrices.push(asset.symbol);
    });
  }
  return run;
}

/**
 * Returns the names in the terms that do not exist, and the names of all categories and assets; null if all names in
 * the terms exist.
 */
export async function unknownNames(
  queries: Queries,
  { spreads, ladders }: DryRunTerms,
): Promise<{ strangers: string[]; known: string[] } | null> {
  const [categories, assets] = [await listCategories(queries), await loadAssets(queries)];
  const known = [...categories.map(({ name }) => name), ...assets.map(({ symbol }) => symbol)];
  const said = new Set([...spreads.keys(), ...ladders.keys()]);
  const strangers = [...said].filter((name) => name !== '*' && !known.includes(name));
  return strangers.length === 0 ? null : { strangers, known };
}

function termOf<Term>(terms: ReadonlyMap<string, Term>, { symbol, categoryName }: AssetRow): Term | null {
  return terms.get(symbol) ?? terms.get(categoryName) ?? terms.get('*') ?? null;
}

async function visitLived(
  queries: Queries,
  { symbol, from }: { symbol: string; from: number },
  visit: (row: LivedRow) => void,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const rows: LivedRow[] = await loadRealPositions(queries, {
      symbol,
      since: new Date(from * 1000),
      after,
      most: pageSize,
    });
    for (const row of rows) {
      visit(row);
      await nextTurn();
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < pageSize) return;
  }
}

const withoutLevels = { protected: true, takeProfit: null, stopLoss: null } as const;

/** The booked result; for an open position, its result at the last price. */
function wasOf(
  row: LivedRow,
  candles: readonly Candle[],
  { usualSpread, from }: { usualSpread: number; from: number },
) {
  if (row.profitMinor !== null) return { reason: row.closingReason, profitMinor: row.profitMinor };
  const asItIs = { spread: null, ladder: null, usualSpread, from };
  const { profitMinor } = replayPosition({ ...row, ...withoutLevels }, candles, asItIs);
  return { reason: null, profitMinor };
}

interface Noted {
  row: LivedRow;
  asset: AssetRow;
  was: Pick<ReplayedEnd, 'reason' | 'profitMinor'>;
  would: ReplayedEnd;
}

function note(run: DryRun, { row: { id, email }, asset: { symbol }, was, would }: Noted): void {
  run.positions += 1;
  run.wasMinor += was.profitMinor;
  run.wouldBeMinor += would.profitMinor;
  if (was.reason === would.reason) {
    if (was.profitMinor !== would.profitMinor) run.otherProfits += 1;
    return;
  }
  run.differences.push({
    ...{ id, email, symbol, leverage: would.leverage, was: was.reason, wasMinor: was.profitMinor },
    ...{ wouldBe: would.reason, wouldBeMinor: would.profitMinor, at: new Date(would.at * 1000).toISOString() },
  });
}
