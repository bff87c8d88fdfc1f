import type { CandleResolution } from '../../lib/contract/calls.ts';
import { getCandles } from '../../lib/contract/endpoints.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';

export interface ChartChoice {
  symbol: string;
  resolution: CandleResolution;
}

/** A call answers with at most so many candles, the newest of its range. */
export const mostCandles = 5_000;

/** The end of a range that has no end: whatever the clock of the browser says, the newest candle is in it. Unix seconds. */
const endOfTime = 100_000_000_000;

export const daySeconds = 86_400;

/** How far back a page of each resolution reaches: twelve months where those are a page, else about 2,000 bars. */
export const pageDays: Readonly<Record<CandleResolution, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': 90,
  '4h': 365,
  '1d': 365,
};

/**
 * The newest page of candles, `now` in unix seconds, or the page that ends before a bucket. A stretch without any is jumped
 * over: an empty page is the end of history.
 */
export async function loadPage(
  { symbol, resolution }: ChartChoice,
  { now, before = Infinity }: { now: number; before?: number },
): Promise<Result<{ data: Candle[] }>> {
  const to = Math.min(before - 1, endOfTime);
  const from = Math.max(0, Math.min(now, to) - pageDays[resolution] * daySeconds);
  const page = await callApi(getCandles, { query: { symbol, resolution, from, to } });
  if (!page.ok || page.data.length > 0) return page;
  return callApi(getCandles, { query: { symbol, resolution, from: 0, to } });
}

/** The candles from a bucket on, that one too. */
export function loadSince({ symbol, resolution }: ChartChoice, from: number): Promise<Result<{ data: Candle[] }>> {
  return callApi(getCandles, { query: { symbol, resolution, from, to: endOfTime } });
}

/** Older candles in front of newer ones, each list oldest first; of a bucket that both have, the newer list knows better. */
export function joinCandles(older: readonly Candle[], newer: readonly Candle[]): readonly Candle[] {
  const first = newer[0];
  return first ? [...older.filter(({ time }) => time < first.time), ...newer] : older;
}

/**
 * What is known, and what was loaded of the time since. An answer that is full lacks candles in between: a chart with a
 * hole that never was would be wrong, so only the answer is left.
 */
export function joinMissed(known: readonly Candle[], since: readonly Candle[]): readonly Candle[] {
  return since.length < mostCandles ? joinCandles(known, since) : since;
}
