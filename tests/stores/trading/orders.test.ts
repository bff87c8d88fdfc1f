import { expect, test, vi } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { Acknowledgement } from '../../../src/lib/contract/envelope.ts';
import type { CustomerConnection } from '../../../src/stores/connection.ts';
import { createOrders } from '../../../src/stores/trading/orders.ts';
import { openPositionOf } from './position-of.ts';

const order = { symbol: 'BTCUSD', direction: 'buy', amount: 100, leverage: 5, price: 50_000 } as const;
const position = openPositionOf({});

type Answer = Acknowledgement<unknown> | null;

/** A connection that gives these answers in turn; null is a lost answer. */
function createTestOrders(answers: (Answer | Promise<Answer>)[], { isLive = true } = {}) {
  const sent: { event: string; payload: Record<string, unknown> }[] = [];
  const clock = { nowMs: 0 };
  const connection: Pick<CustomerConnection, 'ask' | 'whenLive'> = {
    whenLive: () => Promise.resolve(isLive),
    ask: (emit, payload) => {
      sent.push({ event: emit.event, payload: payload as Record<string, unknown> });
      clock.nowMs += 8_000;
      return Promise.resolve(answers.shift() ?? null) as Promise<Acknowledgement<never> | null>;
    },
  };
  let ids = 0;
  const applied: Position[] = [];
  const orders = createOrders({
    connection,
    newId: () => `id-${++ids}`,
    apply: (each) => applied.push(each),
    now: () => clock.nowMs,
    patienceMs: 30_000,
  });
  return { orders, sent, applied };
}

test('an order contains what was pressed and a request id of its own', async () => {
  const { orders, sent } = createTestOrders([
    { error: false, data: position },
    { error: false, data: position },
  ]);
  expect(await orders.open(order)).toMatchObject({ kind: 'done', position });
  await orders.open(order);
  expect(sent.map(({ event, payload }) => [event, payload])).toEqual([
    ['openPosition', { ...order, request_id: 'id-1' }],
    ['openPosition', { ...order, request_id: 'id-2' }],
  ]);
});

test('an order whose answer is lost is sent again with the same request id', async () => {
  const { orders, sent } = createTestOrders([null, null, { error: false, data: position }]);
  expect(await orders.open(order)).toMatchObject({ kind: 'done', position });
  expect(sent.map(({ payload }) => payload['request_id'])).toEqual(['id-1', 'id-1', 'id-1']);
});

test('a refusal is not tried again', async () => {
  const { orders, sent } = createTestOrders([{ error: true, code: 'PRICE_MOVED', message: '' }]);
  expect(await orders.open(order)).toMatchObject({ kind: 'refused', problem: { code: 'PRICE_MOVED' } });
  expect(sent).toHaveLength(1);
});

test.each([
  ['the server was unavailable', { error: true, code: 'UNAVAILABLE', message: '' } as const, 1],
  ['no answer came', null, 4],
])('after %s the same order is the same request, another one is not', async (_what, answer, attempts) => {
  const lost = Array.from({ length: attempts }, () => answer);
  const done = { error: false, data: position } as const;
  const { orders, sent } = createTestOrders([...lost, done, done, done]);
  await orders.open(order);
  await orders.open({ ...order, amount: 200 });
  expect(await orders.open({ ...order, price: 50_010 })).toMatchObject({ kind: 'done' });
  await orders.open(order);
  const ids = sent.slice(attempts - 1).map(({ payload }) => payload['request_id']);
  expect(ids).toEqual(['id-1', 'id-2', 'id-1', 'id-3']);
});

test('an order without any answer ends as unanswered after the time limit', async () => {
  const { orders, sent } = createTestOrders([]);
  expect(await orders.open(order)).toMatchObject({ kind: 'unanswered' });
  expect(sent).toHaveLength(4);
});

test('an order is not sent while the connection is lost', async () => {
  const { orders, sent } = createTestOrders([], { isLive: false });
  expect(await orders.open(order)).toMatchObject({ kind: 'unanswered' });
  expect(sent).toHaveLength(0);
});

test('a close carries the position and the price that was seen', async () => {
  const { orders, sent } = createTestOrders([{ error: false, data: position }]);
  await orders.close(position, 49_990);
  expect(sent).toEqual([{ event: 'closePosition', payload: { id: position.id, price: 49_990 } }]);
});

test('POSITION_CLOSED is a refusal at the first attempt, and at a later one the effect of the first', async () => {
  const closed = { error: true, code: 'POSITION_CLOSED', message: '' } as const;
  const first = createTestOrders([closed]);
  expect(await first.orders.close(position, 1)).toMatchObject({ kind: 'refused' });
  const second = createTestOrders([null, closed]);
  expect(await second.orders.close(position, 1)).toMatchObject({ kind: 'unanswered' });
});

test('an update contains only the levels that change, and is repeated unchanged', async () => {
  const { orders, sent } = createTestOrders([null, { error: false, data: position }]);
  expect(await orders.update(position, { stop_lost: null })).toMatchObject({ kind: 'done', position });
  expect(sent).toEqual([
    { event: 'updatePosition', payload: { id: position.id, stop_lost: null } },
    { event: 'updatePosition', payload: { id: position.id, stop_lost: null } },
  ]);
});

test('an unanswered update is not repeated after a newer one of the same level', async () => {
  const silence = Promise.withResolvers<null>();
  const { orders, sent } = createTestOrders([silence.promise, { error: false, data: position }]);
  const older = orders.update(position, { stop_lost: 49_000 });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(await orders.update(position, { stop_lost: 48_000 })).toMatchObject({ kind: 'done' });
  silence.resolve(null);
  expect(await older).toMatchObject({ kind: 'unanswered' });
  expect(sent.map(({ payload }) => payload['stop_lost'])).toEqual([49_000, 48_000]);
});

test('an update is repeated regardless of the other level and other positions', async () => {
  const done = { error: false, data: position } as const;
  const { orders, sent } = createTestOrders([null, done, done, done]);
  const older = orders.update(position, { stop_lost: 49_000 });
  await orders.update(position, { take_profit: 60_000 });
  await orders.update(openPositionOf({ id: 'other' }), { stop_lost: 48_000 });
  expect(await older).toMatchObject({ kind: 'done' });
  expect(sent.filter(({ payload }) => payload['stop_lost'] === 49_000)).toHaveLength(2);
});

test('an acknowledged change is applied at once; a refusal or no answer changes nothing', async () => {
  const done = createTestOrders([{ error: false, data: position }]);
  await done.orders.open(order);
  expect(done.applied).toEqual([position]);
  const refused = createTestOrders([{ error: true, code: 'VALIDATION', message: '', fields: { stop_lost: 'no' } }]);
  expect(await refused.orders.update(position, { stop_lost: 1 })).toMatchObject({
    kind: 'refused',
    problem: { code: 'VALIDATION', fields: { stop_lost: 'no' } },
  });
  expect(refused.applied).toEqual([]);
  const silent = createTestOrders([]);
  await silent.orders.close(position, 1);
  expect(silent.applied).toEqual([]);
});
