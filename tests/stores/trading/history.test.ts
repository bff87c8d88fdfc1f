import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { $history, followHistory, loadHistory, loadWholeHistory } from '../../../src/stores/trading/history.ts';
import { $positions, applyPositions } from '../../../src/stores/trading/positions.ts';
import { openPositionOf } from './position-of.ts';

const fetched = vi.fn<(path: string, init: { body: string }) => Promise<Response>>();
const success = (data: unknown) => Response.json({ status: 'success', data });
const failure = () => Response.json({ status: 'error', error: { code: 'UNAVAILABLE', message: '' } }, { status: 503 });

function closed(id: string): Position {
  return openPositionOf({ id, closed_rate: 51_000, close_date: '2026-11-20T11:00:00.000Z', closingReason: 0 });
}

function bodies(): unknown[] {
  return fetched.mock.calls.map(([, { body }]) => JSON.parse(body) as unknown);
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  $positions.set({ status: 'ready', open: [], history: [] });
  $history.set({ status: 'loading', filter: {}, sort: 'close_date', order: 'desc', page: 1, rows: [], total: 0 });
});
afterEach(() => vi.unstubAllGlobals());

test('a page is requested in its order, and the current one stays until it arrives', async () => {
  fetched.mockResolvedValueOnce(success({ rows: [closed('a')], total: 120 }));
  await loadHistory();
  expect($history.get()).toMatchObject({ status: 'ready', rows: [{ id: 'a' }], total: 120 });

  fetched.mockResolvedValueOnce(success({ rows: [closed('b')], total: 121 }));
  const loading = loadHistory({ sort: 'profit', order: 'asc', page: 3 });
  expect($history.get()).toMatchObject({ status: 'loading', rows: [{ id: 'a' }], sort: 'profit', page: 3 });
  await loading;
  expect($history.get()).toMatchObject({ status: 'ready', rows: [{ id: 'b' }], total: 121 });
  expect(bodies()).toEqual([
    { sort: 'close_date', order: 'desc', page: 1, limit: 50 },
    { sort: 'profit', order: 'asc', page: 3, limit: 50 },
  ]);
});

test('a failed page is reported, and retried unchanged; a failed refresh keeps the current page', async () => {
  fetched.mockResolvedValueOnce(failure());
  await loadHistory({ page: 2 });
  expect($history.get()).toMatchObject({ status: 'failed', page: 2 });
  fetched.mockResolvedValueOnce(success({ rows: [closed('a')], total: 51 }));
  const again = loadHistory();
  expect($history.get().status).toBe('loading');
  await again;
  expect($history.get()).toMatchObject({ status: 'ready', page: 2 });
  fetched.mockResolvedValueOnce(failure());
  await loadHistory();
  expect($history.get()).toMatchObject({ status: 'ready', rows: [{ id: 'a' }] });
});

test('the newest of two concurrent loads counts', async () => {
  let answerFirst: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
  fetched.mockResolvedValueOnce(success({ rows: [closed('new')], total: 1 }));
  const first = loadHistory({ page: 2 });
  await loadHistory({ page: 1 });
  answerFirst(success({ rows: [closed('old')], total: 1 }));
  await first;
  expect($history.get()).toMatchObject({ status: 'ready', page: 1, rows: [{ id: 'new' }] });
});

test('the first page follows new closes, other pages do not change', async () => {
  fetched.mockImplementation(() => Promise.resolve(success({ rows: [], total: 0 })));
  const stop = followHistory();
  expect(fetched).toHaveBeenCalledTimes(1);
  applyPositions({ open: [openPositionOf({})], history: [] });
  expect(fetched).toHaveBeenCalledTimes(1);
  applyPositions({ open: [], history: [closed('a')] });
  expect(fetched).toHaveBeenCalledTimes(2);
  await loadHistory({ page: 2 });
  applyPositions({ open: [], history: [closed('b'), closed('a')] });
  expect(fetched).toHaveBeenCalledTimes(3);
  stop();
  await loadHistory({ page: 1 });
  applyPositions({ open: [], history: [] });
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('the whole history is loaded in pages of a thousand, oldest first, with its progress', async () => {
  const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => closed(`${from + index}`));
  fetched.mockResolvedValueOnce(success({ rows: page(0, 1_000), total: 1_002 }));
  fetched.mockResolvedValueOnce(success({ rows: page(1_000, 3), total: 1_003 }));
  const told: number[][] = [];
  const whole = await loadWholeHistory((done, total) => told.push([done, total]));
  expect(whole.ok && whole.positions.map(({ id }) => Number(id))).toEqual(Array.from({ length: 1_003 }, (_, at) => at));
  expect(told).toEqual([
    [1_000, 1_002],
    [1_003, 1_003],
  ]);
  expect(bodies()).toEqual([1, 2].map((each) => ({ sort: 'close_date', order: 'asc', page: each, limit: 1000 })));
});

test('if a page fails, the whole history fails', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => closed(`${index}`));
  fetched.mockResolvedValueOnce(success({ rows, total: 2_000 }));
  fetched.mockResolvedValueOnce(failure());
  expect(await loadWholeHistory(() => undefined)).toEqual({ ok: false, problem: { code: 'UNAVAILABLE' } });
});
