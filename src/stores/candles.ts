import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { CandleResolution } from '../lib/contract/calls.ts';
import { getCandles } from '../lib/contract/endpoints.ts';
import type { Candle } from '../lib/contract/entities.ts';
import type { Problem, Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import { serverNowMs } from './realtime/api-server.ts';

export interface ChartChoice {
  symbol: string;
  resolution: CandleResolution;
}

/** A call returns at most this many candles, the newest of its range. */
export const mostCandles = 5_000;

/**
 * The end of an open range, in unix seconds. So far ahead that the newest candle is included however wrong the
 * browser's clock is.
 */
const endOfTime = 100_000_000_000;

export const daySeconds = 86_400;

/**
 * The number of days on a page of each resolution: a year or more if that fits into one page, otherwise 1,440 to 2,160
 * bars.
 */
export const pageDays: Readonly<Record<CandleResolution, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 90,
  '4h': 365,
  '1d': 365,
  '1w': 1_825,
  '1M': 3_650,
};

/**
 * Loads the newest page of candles (`now` in unix seconds), or the page that ends before the bucket `before`. Skips
 * gaps without candles, so an empty page means that there are no older candles.
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

/** Loads the candles of a bucket and of all later ones. */
export function loadSince({ symbol, resolution }: ChartChoice, from: number): Promise<Result<{ data: Candle[] }>> {
  return callApi(getCandles, { query: { symbol, resolution, from, to: endOfTime } });
}

/** Joins older and newer candles, each list oldest first. For a bucket that is in both, the newer list wins. */
export function joinCandles(older: readonly Candle[], newer: readonly Candle[]): readonly Candle[] {
  const first = newer[0];
  return first ? [...older.filter(({ time }) => time < first.time), ...newer] : older;
}

/**
 * Joins the known candles with those loaded since. If the answer is full, candles between the two may be missing; then
 * only the answer is kept, because joining them would show a gap that never existed.
 */
export function joinMissed(known: readonly Candle[], since: readonly Candle[]): readonly Candle[] {
  return since.length < mostCandles ? joinCandles(known, since) : since;
}

export type CandlesState = ChartChoice &
  ({ status: 'loading' } | { status: 'ready'; candles: readonly Candle[] } | { status: 'failed'; problem: Problem });

/** The candles of the chart; null until a chart is requested. */
export const $candles = atom<CandlesState | null>(null);

/**
 * `unknown`: there may be candles older than those in the chart. `loading`: some are being loaded. `over`: there are
 * none.
 */
export const $past = atom<'unknown' | 'loading' | 'over'>('unknown');

/** From the finest to the coarsest. */
export const chartResolutions = Object.keys(pageDays) as CandleResolution[];

/** Whether bars begin at midnight, so that their time of day says nothing. */
export const isDayOrLonger = (resolution: CandleResolution | undefined): boolean =>
  resolution === '1d' || resolution === '1w' || resolution === '1M';

/** The resolution that the trader chose, for all assets. Other open tabs keep their own until they are reloaded. */
export const $resolution = persistentAtom<CandleResolution>('resolution', '1d', {
  encode: String,
  decode: (text: string) => chartResolutions.find((known) => known === text) ?? '1d',
  listen: false,
});

let newestRequest = 0;

/**
 * Loads the chart's candles, `nowMs` by the server's clock. Of two concurrent loads only the newer one counts. If the
 * chart is already shown, only the missing candles are loaded; the chart stays until the answer arrives, and also if
 * the load fails.
 */
export async function loadCandles({ symbol, resolution }: ChartChoice, nowMs: number): Promise<void> {
  const request = ++newestRequest;
  const choice = { symbol, resolution };
  const newest = shownCandles(choice)?.at(-1);
  if (!newest) {
    $past.set('unknown');
    $candles.set({ ...choice, status: 'loading' });
  }
  const answer = await (newest ? loadSince(choice, newest.time) : loadPage(choice, { now: Math.floor(nowMs / 1000) }));
  if (request !== newestRequest) return;
  if (answer.ok) {
    // A page of older candles may have arrived in the meantime.
    const candles = joinMissed(shownCandles(choice) ?? [], answer.data);
    if (candles === answer.data) $past.set('unknown');
    $candles.set({ ...choice, status: 'ready', candles });
  } else if (!newest) $candles.set({ ...choice, status: 'failed', problem: answer.problem });
}

/**
 * Loads a page of older candles and puts it in front of the ones shown. Runs one request at a time, and none once
 * history has ended. After a failure the next call tries again.
 */
export async function loadOlderCandles(): Promise<void> {
  const state = $candles.get();
  const first = state?.status === 'ready' ? state.candles[0] : undefined;
  if (!state || !first || $past.get() !== 'unknown') return;
  const { symbol, resolution } = state;
  const shownNow = () => {
    const shown = shownCandles({ symbol, resolution });
    return shown?.[0]?.time === first.time ? shown : undefined;
  };
  $past.set('loading');
  const page = await loadPage({ symbol, resolution }, { now: first.time, before: first.time });
  // Bars added since the last load exist only in the drawn chart, which would lose them when it gets the longer list.
  // So load them first.
  if (page.ok && page.data.length > 0 && shownNow()) await loadCandles(state, serverNowMs());
  const shown = shownNow();
  // If another chart is shown by now, `$past` belongs to that chart.
  if (!shown) return;
  $past.set(page.ok && page.data.length === 0 ? 'over' : 'unknown');
  if (page.ok && page.data.length > 0) {
    $candles.set({ symbol, resolution, status: 'ready', candles: joinCandles(page.data, shown) });
  }
}

/** The candles of this choice if they are in the chart. */
export function shownCandles({ symbol, resolution }: ChartChoice): readonly Candle[] | undefined {
  const state = $candles.get();
  const isShown = state?.status === 'ready' && state.symbol === symbol && state.resolution === resolution;
  return isShown ? state.candles : undefined;
}

/** The last 24 hours of an asset, for its sparkline in the market list: hourly closes, oldest first. */
export interface DayTrend {
  /** The bid 24 hours ago. */
  openRate: number;
  closes: readonly number[];
}

/** In milliseconds. An older trend is loaded again, because it no longer covers the last 24 hours. */
export const trendMaxAgeMs = 15 * 60_000;

const trends = new Map<string, { atMs: number; trend: Promise<DayTrend | null> }>();
let lastTrend: Promise<unknown> = Promise.resolve();

/** Calls `onTrend` with the asset's day trend now and every 15 minutes. Returns a stop function. */
export function followDayTrend(symbol: string, onTrend: (trend: DayTrend) => void): () => void {
  let isOver = false;
  const load = () =>
    void loadDayTrend(symbol, serverNowMs()).then((trend) => {
      if (!isOver && trend) onTrend(trend);
    });
  load();
  const timer = setInterval(load, trendMaxAgeMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/**
 * Loads the day trend of an asset, or returns the last one if it is less than 15 minutes old. Loads one asset at a
 * time, so that the list never delays the chart. Null if there are no candles or the load failed.
 */
export function loadDayTrend(symbol: string, nowMs: number): Promise<DayTrend | null> {
  const known = trends.get(symbol);
  if (known && nowMs - known.atMs < trendMaxAgeMs) return known.trend;
  const trend = lastTrend.then(async () => {
    const to = Math.floor(nowMs / 1000);
    const query = { symbol, resolution: '1h', from: to - daySeconds, to } as const;
    const answer = await callApi(getCandles, { query });
    if (!answer.ok) trends.delete(symbol);
    return answer.ok ? trendOf(answer.data) : null;
  });
  trends.set(symbol, { atMs: nowMs, trend });
  lastTrend = trend;
  return trend;
}

/** The trend of hourly candles; null if there are none. */
export function trendOf(candles: readonly Candle[]): DayTrend | null {
  const first = candles[0];
  return first ? { openRate: first.open, closes: candles.map((candle) => candle.close) } : null;
}
