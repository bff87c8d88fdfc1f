import type { FastifyInstance } from 'fastify';
import { getBalance, getHistory, getReceipt } from '../../lib/contract/calls.ts';
import { getPerformance } from '../../lib/contract/performance-call.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { resolutionSeconds } from '../../lib/trading/candle.ts';
import type { CurvePoint, Instants } from '../../lib/trading/performance.ts';
import { equityCurve, periodStart, profitCurve, spaceInstants } from '../../lib/trading/performance.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import type { Runtime } from '../runtime.ts';
import { loadHistory } from './history-rows.ts';
import type { Market } from '../market/market.ts';
import { loadBesideTrades, loadClosedTrades, loadExposureChanges } from './performance-rows.ts';
import { loadReceipt, loadSnapshot } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';
import { balanceView, performanceView, positionListsView, positionView, receiptView } from './trading-views.ts';

export interface TradingRoutesOptions {
  database: Queries;
  market: TradingMarket & Pick<Market, 'candles'>;
  sessions: Sessions;
  runtime: Pick<Runtime, 'now'>;
}

/**
 * Registers the calls that read a customer's balance, positions, history, performance and receipts. Trading itself goes
 * through the customer's socket.
 */
export function registerTradingRoutes(
  app: FastifyInstance,
  { database, market, sessions, runtime }: TradingRoutesOptions,
): void {
  registerCall(app, getBalance, { sessions }, async ({ caller }) => {
    const snapshot = await loadSnapshot(database, caller.accountId);
    const data = { balance: balanceView(snapshot, market), positions: positionListsView(snapshot, market) };
    return { ok: true, data };
  });
  registerCall(app, getHistory, { sessions }, async ({ body, caller: { accountId } }) => {
    const { rows, total } = await loadHistory(database, { ...body, accountId });
    return { ok: true, data: { rows: rows.map((position) => positionView(position, market)), total } };
  });
  registerCall(app, getPerformance, { sessions }, async ({ body: { period }, caller: { accountId } }) => {
    const untilMs = runtime.now();
    const startMs = periodStart(period, untilMs);
    const wanted = { accountId, since: startMs === null ? null : new Date(startMs) };
    const closed = await loadClosedTrades(database, wanted);
    const { firstOpenedAt, feesMinor } = await loadBesideTrades(database, wanted);
    const fromMs = Math.max(startMs ?? -Infinity, firstOpenedAt?.getTime() ?? -Infinity);
    const curve = profitCurve(closed.steps, { fromMs, untilMs });
    const instants = spaceInstants({ fromMs, untilMs });
    const equity = curve.length === 0 ? [] : await loadEquity({ database, market }, { accountId, instants });
    return { ok: true, data: performanceView({ ...closed, curve, equity, feesMinor }, market) };
  });
  registerCall(app, getReceipt, { sessions }, async ({ body: { id }, caller: { accountId } }) => {
    const row = await loadReceipt(database, { id, accountId });
    return row ? { ok: true, data: receiptView(row, market) } : refuse('POSITION_NOT_FOUND');
  });
}

/** The equity curve of an account, with the prices of stored candles. */
async function loadEquity(
  { database, market }: Pick<TradingRoutesOptions, 'database' | 'market'>,
  { accountId, instants }: { accountId: number; instants: Instants },
): Promise<CurvePoint[]> {
  const { fromMs, stepMs, count, resolution } = instants;
  const changes = await loadExposureChanges(database, { accountId, fromMs, stepMs });
  const symbols = [...new Set(changes.map(({ symbol }) => symbol))];
  const firstSeconds = Math.floor(fromMs / 1000) - resolutionSeconds[resolution];
  const lastSeconds = Math.ceil((fromMs + count * stepMs) / 1000);
  const closes = new Map<string, (timeMs: number) => number | null>();
  // One after the other, so that charts of others do not wait for all of them.
  for (const symbol of symbols)
    closes.set(symbol, followCloses(await market.candles(symbol, resolution, firstSeconds, lastSeconds)));
  return equityCurve(changes, instants, (symbol, timeMs) => closes.get(symbol)?.(timeMs) ?? null);
}

/** Returns the close of the last candle that had begun by an instant. Instants must be asked for in ascending order. */
function followCloses(candles: readonly Candle[]): (timeMs: number) => number | null {
  let index = -1;
  return (timeMs) => {
    while ((candles[index + 1]?.time ?? Infinity) * 1000 <= timeMs) index += 1;
    return candles[index]?.close ?? null;
  };
}
