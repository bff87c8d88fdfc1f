import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChartLayout } from '../../src/lib/contract/chart/chart-layout.ts';
import { $isUnsaved, changeLayout, saveAfterMs, saveChanges } from '../../src/stores/chart/change-layout.ts';
import { $layout, loadLayout, plainLayout, unsavedLayouts } from '../../src/stores/chart/chart-layout.ts';
import { $session } from '../../src/stores/session.ts';
import { demoUser } from '../support/demo-user.ts';

interface Asked {
  body: { symbol: string; layout: ChartLayout };
  keepalive: boolean | undefined;
  authorization: string | undefined;
  answer: (data: unknown) => Promise<void>;
  refuse: () => Promise<void>;
}

const asked = { load: [] as Asked[], save: [] as Asked[] };
const asOne = { access_token: 'one', user: demoUser };
/** Lets what waits for an answer go on. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pause = () => vi.advanceTimersByTimeAsync(saveAfterMs);

/** What the server plays; nothing is answered before the test does it. */
function serve(url: string, { body, keepalive, headers }: RequestInit): Promise<Response> {
  const response = Promise.withResolvers<Response>();
  const answerBy = (act: () => void) => {
    act();
    return settle().then(() => undefined);
  };
  (url.endsWith('/saveChart') ? asked.save : asked.load).push({
    body: JSON.parse(body as string) as Asked['body'],
    keepalive,
    authorization: (headers as Record<string, string>)['authorization'],
    answer: (data) => answerBy(() => response.resolve(Response.json({ status: 'success', data }))),
    refuse: () => answerBy(() => response.reject(new TypeError('no network'))),
  });
  return response.promise;
}

async function load(symbol: string, data: ChartLayout | null = null): Promise<void> {
  void loadLayout(symbol);
  await asked.load.at(-1)?.answer(data);
}

const saves = () => asked.save.map(({ body: { symbol, layout } }) => [symbol, layout.type, layout.scale]);

beforeEach(() => {
  vi.useFakeTimers();
  asked.load = [];
  asked.save = [];
  $session.set(asOne);
  vi.stubGlobal('fetch', serve);
});
afterEach(async () => {
  for (const one of asked.save) await one.answer(null);
  unsavedLayouts.clear();
  $layout.set(null);
  $isUnsaved.set(false);
  $session.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('changes are saved together, once they pause', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  await vi.advanceTimersByTimeAsync(saveAfterMs - 1);
  changeLayout({ scale: 'log' });
  expect(saves()).toEqual([]);
  await pause();
  expect(asked.save.map(({ body }) => body)).toEqual([
    { symbol: 'BTCUSD', layout: { ...plainLayout, type: 'line', scale: 'log' } },
  ]);
  await asked.save[0]?.answer(null);
  await pause();
  expect(saves()).toHaveLength(1);
});

test('a change is saved for the chart it was made on, even if another is shown by then', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  await load('EURUSD');
  expect($layout.get()).toMatchObject({ symbol: 'EURUSD', layout: null, status: 'ready' });
  await pause();
  expect(saves()).toEqual([['BTCUSD', 'line', 'linear']]);
});

test('a change during the load is added to what the server keeps, and saved after that', async () => {
  const drawing = { id: 'a', kind: 'horizontal', colour: 'blue', points: [{ time: 1, rate: 2 }], text: '' } as const;
  const kept: ChartLayout = { ...plainLayout, type: 'area', scale: 'log', drawings: [drawing] as never };
  void loadLayout('BTCUSD');
  changeLayout({ type: 'bars' });
  expect($layout.get()).toMatchObject({ layout: { type: 'bars' } });
  await pause();
  expect(saves()).toEqual([]);
  await asked.load[0]?.answer(kept);
  expect($layout.get()).toMatchObject({ status: 'ready', layout: { ...kept, type: 'bars' } });
  await pause();
  expect(asked.save[0]?.body.layout).toEqual({ ...kept, type: 'bars' });
});

test('a change during the load is saved although another chart was shown before the answer', async () => {
  void loadLayout('BTCUSD');
  changeLayout({ type: 'bars' });
  await load('EURUSD');
  await pause();
  expect(saves()).toEqual([]);
  await asked.load[0]?.answer({ ...plainLayout, scale: 'log' });
  expect($layout.get()).toMatchObject({ symbol: 'EURUSD', layout: null });
  await pause();
  expect(saves()).toEqual([['BTCUSD', 'bars', 'log']]);
});

test.each(['before', 'after'])('nothing is saved over a layout that could not be loaded %s a switch', async (when) => {
  void loadLayout('BTCUSD');
  changeLayout({ type: 'line' });
  if (when === 'before') {
    await asked.load[0]?.refuse();
    expect($layout.get()).toMatchObject({ status: 'failed', layout: { type: 'line' } });
    await pause();
  }
  await load('EURUSD');
  if (when === 'after') await asked.load[0]?.refuse();
  changeLayout({ type: 'area' });
  await pause();
  expect(saves()).toEqual([['EURUSD', 'area', 'linear']]);
  // It is not saved later either, when the first chart is shown again.
  await load('BTCUSD', { ...plainLayout, type: 'bars' });
  expect($layout.get()).toMatchObject({ status: 'ready', layout: { type: 'bars' } });
  await pause();
  expect(saves()).toHaveLength(1);
});

test('what was not saved yet is there when its chart is shown again', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  await load('EURUSD');
  void loadLayout('BTCUSD');
  await pause();
  await asked.save[0]?.answer(null);
  // An answer from before the save.
  await asked.load.at(-1)?.answer({ ...plainLayout, scale: 'log' });
  expect($layout.get()).toMatchObject({ status: 'ready', layout: { type: 'line', scale: 'log' } });
});

test('a refused save is repeated with the next change, also of another chart', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  await pause();
  await asked.save[0]?.refuse();
  expect($isUnsaved.get()).toBe(true);
  await load('EURUSD');
  changeLayout({ scale: 'log' });
  await pause();
  expect(saves().slice(1)).toEqual([
    ['BTCUSD', 'line', 'linear'],
    ['EURUSD', 'candles', 'log'],
  ]);
  for (const save of asked.save.slice(1)) await save.answer(null);
  expect($isUnsaved.get()).toBe(false);
  expect(unsavedLayouts.size).toBe(0);
});

test('a later save waits for the one before, so that they cannot arrive reversed', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  await pause();
  changeLayout({ type: 'area' });
  await pause();
  expect(saves()).toEqual([['BTCUSD', 'line', 'linear']]);
  await asked.save[0]?.answer(null);
  await pause();
  expect(saves()[1]).toEqual(['BTCUSD', 'area', 'linear']);
});

test('a page that is left saves at once, in a request that outlives it', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  saveChanges({ isLeaving: true });
  expect(saves()).toEqual([['BTCUSD', 'line', 'linear']]);
  expect(asked.save[0]).toMatchObject({ keepalive: true, authorization: 'Bearer one' });
});

test('what one customer changed is never saved in the session of another', async () => {
  await load('BTCUSD');
  changeLayout({ type: 'line' });
  // Another tab logs somebody else in, and this page is left for that reason.
  $session.set({ access_token: 'other', user: demoUser });
  changeLayout({ scale: 'log' });
  saveChanges({ isLeaving: true });
  await pause();
  expect(saves()).toEqual([]);
});
