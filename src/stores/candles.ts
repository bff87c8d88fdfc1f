import { atom } from 'nanostores';
import { getCandles } from '../lib/contract/endpoints.ts';
import type { CandleResolution } from '../lib/contract/calls.ts';
import type { Candle } from '../lib/contract/entities.ts';
import type { Problem } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';

export interface ChartChoice {
  symbol: string;
  resolution: CandleResolution;
}

export type CandlesState = ChartChoice &
  ({ status: 'loading' } | { status: 'ready'; candles: readonly Candle[] } | { status: 'failed'; problem: Problem });

/** The candles that the chart shows; null before a chart was asked for. */
export const $candles = atom<CandlesState | null>(null);

/** The resolution that the trader chose. */
export const $resolution = atom<CandleResolution>('1d');

const daySeconds = 86_400;

/** How far back each resolution reaches; with 5,000 candles a call, an hour reaches about half a year. */
const rangeDays: Readonly<Record<CandleResolution, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': 180,
  '4h': 365,
  '1d': 365,
};

/** From the finest to the coarsest. */
export const chartResolutions = Object.keys(rangeDays) as CandleResolution[];

let newestRequest = 0;

/**
 * Loads the chart's candles. Of two loads under way only the newest counts; what is shown of the same choice stays until
 * the answer is here, and stays where there is none.
 */
export async function loadCandles({ symbol, resolution }: ChartChoice, nowMs: number): Promise<void> {
  const request = ++newestRequest;
  const choice = { symbol, resolution };
  const isShown = isReady(choice);
  if (!isShown) $candles.set({ ...choice, status: 'loading' });
  const answer = await callApi(getCandles, { query: rangeOf(choice, rangeDays[resolution], nowMs) });
  if (request !== newestRequest) return;
  if (answer.ok) $candles.set({ ...choice, status: 'ready', candles: answer.data });
  else if (!isShown) $candles.set({ ...choice, status: 'failed', problem: answer.problem });
}

/** Whether the candles of a choice are there. */
export function isReady({ symbol, resolution }: ChartChoice): boolean {
  const state = $candles.get();
  return state?.status === 'ready' && state.symbol === symbol && state.resolution === resolution;
}

/** The last 24 hours of an asset, for its line in the market list: closes of the hours, oldest first. */
export interface DayTrend {
  /** The bid 24 hours ago. */
  openRate: number;
  closes: readonly number[];
}

/** A trend that is older is loaded again: by then "24 hours ago" is another rate, and the line has another end. */
export const trendMaxAgeMs = 15 * 60_000;

const trends = new Map<string, { atMs: number; trend: Promise<DayTrend | null> }>();
let lastTrend: Promise<unknown> = Promise.resolve();

/** Tells a day's trend now and every 15 minutes, for as long as it is looked at. Returns how to stop. */
export function followDayTrend(symbol: string, take: (trend: DayTrend) => void): () => void {
  let isOver = false;
  const load = () =>
    void loadDayTrend(symbol, Date.now()).then((trend) => {
      if (!isOver && trend) take(trend);
    });
  load();
  const timer = setInterval(load, trendMaxAgeMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/**
 * Loads a day's trend at most every 15 minutes, one symbol after the other so that the list never holds up the chart. Null:
 * none.
 */
export function loadDayTrend(symbol: string, nowMs: number): Promise<DayTrend | null> {
  const known = trends.get(symbol);
  if (known && nowMs - known.atMs < trendMaxAgeMs) return known.trend;
  const trend = lastTrend.then(async () => {
    const answer = await callApi(getCandles, { query: rangeOf({ symbol, resolution: '1h' }, 1, nowMs) });
    if (!answer.ok) trends.delete(symbol);
    return answer.ok ? trendOf(answer.data) : null;
  });
  trends.set(symbol, { atMs: nowMs, trend });
  lastTrend = trend;
  return trend;
}

/** The trend that hourly candles tell; null where there are none. */
export function trendOf(candles: readonly Candle[]): DayTrend | null {
  const first = candles[0];
  return first ? { openRate: first.open, closes: candles.map((candle) => candle.close) } : null;
}

function rangeOf({ symbol, resolution }: ChartChoice, days: number, nowMs: number) {
  const to = Math.floor(nowMs / 1000);
  return { symbol, resolution, from: to - days * daySeconds, to };
}
