import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $chosenId, $levelDraft, choosePosition } from '../../../src/stores/trading/level-draft.ts';
import { dropDraft, levelFaultAt, moveLevel, sendDraft } from '../../../src/stores/trading/move-level.ts';
import { priceBook } from '../../../src/stores/prices.ts';
import { $orders, createOrders } from '../../../src/stores/trading/orders.ts';
import { openPositionOf } from './position-of.ts';

const position = openPositionOf({ id: 'p', symbol: 'BTCUSD', direction: 'buy', stop_lost: 90 });
const stopLoss = { position, kind: 'stopLoss' } as const;
let sentPayloads: unknown[];

/** The customer's socket to a server that accepts everything. */
const connection = {
  whenLive: () => Promise.resolve(true),
  ask: (_emit: unknown, payload: unknown) => {
    sentPayloads.push(payload);
    return Promise.resolve({ error: false, data: position } as never);
  },
};

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  sentPayloads = [];
  const nothing = () => undefined;
  $orders.set(createOrders({ connection, apply: nothing, newId: () => '', now: () => 0, patienceMs: 1 }));
  priceBook.apply({ BTCUSD: { sell: 100, buy: 101 } });
});
afterEach(() => {
  $levelDraft.set(null);
  $chosenId.set(null);
  $orders.set(null);
  vi.unstubAllGlobals();
});

test('a moved level is sent once, stays there until the answer, and then follows the position again', async () => {
  moveLevel(stopLoss, 80);
  const sent = sendDraft();
  expect($levelDraft.get()).toMatchObject({ rate: 80, isPending: true });
  expect(await sendDraft()).toBeNull();
  expect(await sent).toMatchObject({ kind: 'done', position });
  expect(sentPayloads).toEqual([{ id: 'p', stop_lost: 80 }]);
  expect($levelDraft.get()).toBeNull();
});

test('nothing else can be moved or discarded until the answer', async () => {
  moveLevel(stopLoss, 80);
  const sent = sendDraft();
  moveLevel(stopLoss, 70);
  dropDraft();
  expect($levelDraft.get()).toMatchObject({ rate: 80, isPending: true });
  await sent;
});

test('a level on the wrong side of the price is reported, and not sent', async () => {
  moveLevel(stopLoss, 100);
  const fault = { bound: 'highest', price: 100 };
  expect(levelFaultAt(stopLoss, 100)).toEqual(fault);
  expect(await sendDraft()).toEqual({ kind: 'fault', fault });
  expect(sentPayloads).toEqual([]);
  expect($levelDraft.get()).toBeNull();
});

test('without a live price the server decides alone', () => {
  priceBook.apply({ BTCUSD: { sell: 0, buy: 0 } });
  expect(levelFaultAt(stopLoss, 100)).toBeUndefined();
});

test('null removes a level', async () => {
  moveLevel(stopLoss, null);
  await sendDraft();
  expect(sentPayloads).toEqual([{ id: 'p', stop_lost: null }]);
});

test('nothing is sent if nothing was moved, or it was moved back', async () => {
  expect(await sendDraft()).toBeNull();
  moveLevel(stopLoss, 80);
  dropDraft();
  expect(await sendDraft()).toBeNull();
  moveLevel(stopLoss, 90);
  expect(await sendDraft()).toBeNull();
  expect(sentPayloads).toEqual([]);
});

test('a level that is being moved stays selected, whatever is pointed at meanwhile', () => {
  moveLevel(stopLoss, 80);
  choosePosition('other');
  expect($chosenId.get()).toBe('p');
  dropDraft();
  choosePosition('other');
  expect($chosenId.get()).toBe('other');
});
