import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Candle } from '../../src/lib/contract/entities.ts';
import {
  $candles,
  loadCandles,
  followDayTrend,
  loadDayTrend,
  trendMaxAgeMs,
  trendOf,
} from '../../src/stores/candles.ts';

const candleOf = (time: number, close: number): Candle => ({ time, open: 1, high: 9, low: 1, close });
const nowMs = Date.UTC(2026, 10, 20, 12);
const success = (data: unknown) => Response.json({ status: 'success', data });
const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  $candles.set(null);
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('a day a bar is asked for twelve months', async () => {
  fetched.mockResolvedValue(success([candleOf(1, 2)]));
  await loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  const url = new URL(fetched.mock.calls[0]![0], 'http://localhost');
  const [from, to] = [Number(url.searchParams.get('from')), Number(url.searchParams.get('to'))];
  expect([to, to - from]).toEqual([nowMs / 1000, 365 * 86_400]);
  expect($candles.get()).toMatchObject({ status: 'ready', symbol: 'BTCUSD', candles: [candleOf(1, 2)] });
});

test('of two loads under way only the newest counts', async () => {
  let answerFirst: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
  fetched.mockResolvedValueOnce(success([candleOf(1, 2)]));
  const first = loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  await loadCandles({ symbol: 'EURUSD', resolution: '1d' }, nowMs);
  answerFirst(success([]));
  await first;
  expect($candles.get()).toMatchObject({ symbol: 'EURUSD', candles: [candleOf(1, 2)] });
});

test('a failure is told, and a retry starts with loading', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  await loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect($candles.get()).toMatchObject({ status: 'failed', problem: { code: 'UNAVAILABLE' } });
  fetched.mockResolvedValueOnce(success([]));
  const retry = loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect($candles.get()).toMatchObject({ status: 'loading' });
  await retry;
  expect($candles.get()).toMatchObject({ status: 'ready' });
});

test('what is shown stays while the same is loaded again, and stays when that fails', async () => {
  fetched.mockResolvedValueOnce(success([candleOf(1, 2)]));
  await loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  const known = $candles.get();
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  const again = loadCandles({ symbol: 'BTCUSD', resolution: '1d' }, nowMs);
  expect($candles.get()).toBe(known);
  await again;
  expect($candles.get()).toBe(known);
});

test('the trend of a day is loaded once, and again only after a failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  expect(await loadDayTrend('XAUUSD', nowMs)).toBeNull();
  fetched.mockResolvedValue(success([candleOf(1, 2), candleOf(2, 3)]));
  expect(await loadDayTrend('XAUUSD', nowMs)).toEqual({ openRate: 1, closes: [2, 3] });
  expect(await loadDayTrend('XAUUSD', nowMs)).toEqual({ openRate: 1, closes: [2, 3] });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('the trend of a day is told again every 15 minutes while it is looked at', async () => {
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
