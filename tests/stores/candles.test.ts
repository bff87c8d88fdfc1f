import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Candle } from '../../src/lib/contract/entities.ts';
import {
  $candles,
  $past,
  loadCandles,
  loadOlderCandles,
  followDayTrend,
  loadDayTrend,
  trendMaxAgeMs,
  trendOf,
} from '../../src/stores/candles.ts';

const candleOf = (time: number, close: number): Candle => ({ time, open: 1, high: 9, low: 1, close });
const nowMs = Date.UTC(2026, 10, 20, 12);
const success = (data: unknown) => Response.json({ status: 'success', data });
const fetched = vi.fn<(url: string) => Promise<Response>>();
const bitcoin = { symbol: 'BTCUSD', resolution: '1m' } as const;

/** The range that a call requested, in unix seconds. */
function rangeOf(call: number): [number, number] {
  const { searchParams } = new URL(fetched.mock.calls[call]![0], 'http://localhost');
  return [Number(searchParams.get('from')), Number(searchParams.get('to'))];
}

/** The times of the candles that the chart has. */
function shownTimes(): number[] {
  const state = $candles.get();
  return state?.status === 'ready' ? state.candles.map(({ time }) => time) : [];
}

async function show(...times: number[]): Promise<void> {
  fetched.mockResolvedValueOnce(success(times.map((time) => candleOf(time, 2))));
  await loadCandles(bitcoin, nowMs);
}

beforeEach(() => {
  $candles.set(null);
  $past.set('unknown');
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('daily bars are requested for twelve months, up to an end that is safe for any clock', async () => {
  fetched.mockResolvedValue(success([candleOf(1, 2)]));
  await loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect(rangeOf(0)).toEqual([nowMs / 1000 - 365 * 86_400, 100_000_000_000]);
  expect($candles.get()).toMatchObject({ status: 'ready', symbol: 'BTCUSD', candles: [candleOf(1, 2)] });
});

test('if the last day was silent, the newest candles before it are shown', async () => {
  fetched.mockResolvedValueOnce(success([]));
  await show(60, 120);
  expect(rangeOf(1)[0]).toBe(0);
  expect(shownTimes()).toEqual([60, 120]);
});

test('only the newest of two concurrent loads counts', async () => {
  let answerFirst: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
  fetched.mockResolvedValueOnce(success([candleOf(1, 2)]));
  const first = loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  await loadCandles({ symbol: 'EURUSD', resolution: '1d' }, nowMs);
  answerFirst(success([]));
  await first;
  expect($candles.get()).toMatchObject({ symbol: 'EURUSD', candles: [candleOf(1, 2)] });
});

test('a failure is reported, and a retry starts with loading', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  await loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect($candles.get()).toMatchObject({ status: 'failed', problem: { code: 'UNAVAILABLE' } });
  fetched.mockImplementation(() => Promise.resolve(success([])));
  const retry = loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect($candles.get()).toMatchObject({ status: 'loading' });
  await retry;
  expect($candles.get()).toMatchObject({ status: 'ready' });
});

test('the chart stays while missing candles are loaded, and also if that fails', async () => {
  await show(60, 120);
  const known = $candles.get();
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  const again = loadCandles(bitcoin, nowMs);
  expect($candles.get()).toBe(known);
  await again;
  expect($candles.get()).toBe(known);
});

test('after a lost connection only the candles since then are loaded, and older pages stay', async () => {
  await show(60, 120);
  await show(120, 180, 240);
  expect(rangeOf(1)[0]).toBe(120);
  expect(shownTimes()).toEqual([60, 120, 180, 240]);
});

test('after a loss so long that candles in between are missing, only the newest are shown, and older ones load on request', async () => {
  await show(60, 120);
  $past.set('over');
  const many = Array.from({ length: 5000 }, (_, index) => 600 + index * 60);
  await show(...many);
  expect(shownTimes()).toEqual(many);
  expect($past.get()).toBe('unknown');
});

test('older candles are prepended, one request at a time, until there are none', async () => {
  await show(600, 660);
  fetched.mockResolvedValueOnce(success([candleOf(480, 2), candleOf(540, 2)]));
  const older = loadOlderCandles();
  expect($past.get()).toBe('loading');
  await Promise.all([older, loadOlderCandles()]);
  expect(rangeOf(1)).toEqual([0, 599]);
  expect(shownTimes()).toEqual([480, 540, 600, 660]);
  fetched.mockImplementation(() => Promise.resolve(success([])));
  await loadOlderCandles();
  expect($past.get()).toBe('over');
  const calls = fetched.mock.calls.length;
  await loadOlderCandles();
  expect(fetched).toHaveBeenCalledTimes(calls);
  expect(shownTimes()).toEqual([480, 540, 600, 660]);
});

test('a page of the past is a day of minutes, and a silent one is skipped', async () => {
  await show(1_000_000);
  fetched.mockResolvedValueOnce(success([]));
  fetched.mockResolvedValueOnce(success([candleOf(60, 2)]));
  await loadOlderCandles();
  expect([rangeOf(1), rangeOf(2)]).toEqual([
    [999_999 - 86_400, 999_999],
    [0, 999_999],
  ]);
  expect(shownTimes()).toEqual([60, 1_000_000]);
});

test('bars that began after the chart was loaded are not lost when older ones arrive', async () => {
  await show(600, 660);
  fetched.mockResolvedValueOnce(success([candleOf(540, 2)]));
  fetched.mockResolvedValueOnce(success([candleOf(660, 3), candleOf(720, 3)]));
  await loadOlderCandles();
  expect(rangeOf(2)[0]).toBe(660);
  expect($candles.get()).toMatchObject({
    candles: [candleOf(540, 2), candleOf(600, 2), candleOf(660, 3), candleOf(720, 3)],
  });
  expect($past.get()).toBe('unknown');
});

test('older candles that failed to load are requested again', async () => {
  await show(600);
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  await loadOlderCandles();
  expect([$past.get(), shownTimes()]).toEqual(['unknown', [600]]);
  fetched.mockResolvedValueOnce(success([candleOf(540, 2)]));
  await loadOlderCandles();
  expect(shownTimes()).toEqual([540, 600]);
});

test('older candles of a chart that is no longer shown are dropped', async () => {
  await show(600);
  let answer: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const older = loadOlderCandles();
  fetched.mockResolvedValueOnce(success([candleOf(300, 2)]));
  await loadCandles({ symbol: 'EURUSD', resolution: '1m' }, nowMs);
  answer(success([candleOf(540, 2)]));
  await older;
  expect([$past.get(), shownTimes()]).toEqual(['unknown', [300]]);
});

test('the trend of a day is loaded once, and again only after a failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  expect(await loadDayTrend('XAUUSD', nowMs)).toBeNull();
  fetched.mockResolvedValue(success([candleOf(1, 2), candleOf(2, 3)]));
  expect(await loadDayTrend('XAUUSD', nowMs)).toEqual({ openRate: 1, closes: [2, 3] });
  expect(await loadDayTrend('XAUUSD', nowMs)).toEqual({ openRate: 1, closes: [2, 3] });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('the trend of a day is refreshed every 15 minutes while it is shown', async () => {
  vi.useFakeTimers({ now: nowMs });
  fetched.mockImplementation(() => Promise.resolve(success([candleOf(1, 2)])));
  const [row, heading] = [vi.fn(), vi.fn()];
  const stops = [followDayTrend('EURUSD', row), followDayTrend('EURUSD', heading)];
  await vi.advanceTimersByTimeAsync(trendMaxAgeMs - 1);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect([row, heading].map((each) => each.mock.calls.length)).toEqual([2, 2]);
  stops.forEach((stop) => stop());
  await vi.advanceTimersByTimeAsync(3 * trendMaxAgeMs);
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('no candles, no trend', () => {
  expect(trendOf([])).toBeNull();
});
