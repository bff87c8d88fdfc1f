import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEvents, postponeEvent } from '../../../src/server/payments/inbox/event-rows.ts';
import { ProviderUnavailable } from '../../../src/server/payments/payment-provider.ts';
import { payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';
import type { PollerFloor } from './poller-floor.ts';
import { amountMinor, openPollerFloor, paid, waiting } from './poller-floor.ts';
import { settleAndKeep } from '../../support/payments/kept-report.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

/** Payments that their providers never reported. The test controls the clock and answers for the providers. */

const minuteMs = 60_000;
let floor: PollerFloor;

beforeAll(async () => {
  floor = await openPollerFloor();
});
afterAll(() => floor.close());

const says = (report: typeof paid) => () => Promise.resolve(report);

test('a payment that was never reported is credited once when its provider is polled', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const id = await floor.deposit(accountId);
  const worker = floor.worker({ acme: says(paid) });
  await worker.work();
  expect(await floor.balanceOf(accountId), 'a report has a minute to arrive').toBe(0);
  floor.clock.advance(minuteMs);
  await worker.work();
  await worker.work();
  expect(await floor.balanceOf(accountId)).toBe(amountMinor);
  expect(await floor.stateOf(id)).toEqual({ status: 'approved', state: 'succeeded', askAt: null, note: null });
  expect(floor.moved.filter((one) => one === accountId)).toHaveLength(1);
  expect(await floor.booksHold()).toBe(true);
});

test('a polled answer is stored for good', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const id = await floor.deposit(accountId);
  const worker = floor.worker({ acme: says({ ...paid, outcome: 'refunded' }) });
  floor.clock.advance(minuteMs);
  await worker.work();
  expect(await floor.stateOf(id)).toMatchObject({ status: 'declined', state: 'failed' });
  const runtime = { now: floor.clock.now, newId: randomUUID };
  const parts = settlingParts(runtime);
  await floor.database.transaction((connection) =>
    settleAndKeep(connection, parts, { transactionId: id, accountId, report: paid, provider: 'acme' }),
  );
  const note = 'paid EUR 250.00, refunded EUR 250.00, asked for EUR 250.00';
  expect(await floor.stateOf(id)).toMatchObject({ status: 'declined', state: 'differs', note });
  expect(await floor.balanceOf(accountId)).toBe(0);
});

test('an answer with the provider’s name for a payment makes reports by that name due at once', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const [, id] = [await floor.deposit(accountId), await floor.deposit(accountId, { isNamed: false })];
  const reference = `n-${id}`;
  const event = { ...paid, reference, transactionId: null, eventKey: reference };
  const at = new Date(floor.clock.now());
  const kept = { id: randomUUID(), provider: 'acme', eventKey: reference, body: Buffer.from('{}'), event, at };
  await insertEvents(floor.database, [kept]);
  await postponeEvent(floor.database, kept.id, new Date(floor.clock.now() + payWithinMs), 'no such payment');
  const before = floor.hastened();
  const worker = floor.worker({
    acme: ({ transactionId }) => Promise.resolve(transactionId === id ? { ...paid, reference } : paid),
  });
  floor.clock.advance(minuteMs);
  await worker.work();
  expect(floor.hastened()).toBe(before + 1);
  const dueAt = await floor.database.query<{ dueAt: Date }>(
    'select due_at as "dueAt" from payment_events where id = $1',
    [kept.id],
  );
  expect(dueAt.rows).toEqual([{ dueAt: new Date(floor.clock.now()) }]);
});

test('the poller runs by itself, and no longer after the stop', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const worker = floor.worker({ acme: says(paid) });
  await floor.deposit(accountId);
  worker.start();
  floor.clock.advance(minuteMs);
  await expect.poll(() => floor.balanceOf(accountId)).toBe(amountMinor);
  await worker.stop();
  expect(floor.clock.running()).toBe(0);
});

test('nobody is told of an answer that decides nothing; the next poll comes later', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const id = await floor.deposit(accountId);
  let asked = 0;
  const worker = floor.worker({ acme: () => Promise.resolve(((asked += 1), waiting)) });
  for (const minutes of [1, 1, 2, 5]) {
    floor.clock.advance(minutes * minuteMs - 1);
    await worker.work();
    const before = asked;
    floor.clock.advance(1);
    await worker.work();
    expect(asked).toBe(before + 1);
  }
  expect(await floor.stateOf(id)).toMatchObject({ status: 'pending', state: 'started' });
  expect(floor.moved).not.toContain(accountId);
});

test('a deposit unpaid for a day has failed, and is credited if it is paid after all', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const id = await floor.deposit(accountId);
  const worker = floor.worker({ acme: says(waiting) });
  floor.clock.advance(payWithinMs);
  await worker.work();
  const expired = { status: 'declined', state: 'failed', askAt: null, note: 'nobody paid in time' };
  expect(await floor.stateOf(id)).toEqual(expired);
  const runtime = { now: floor.clock.now, newId: randomUUID };
  const parts = settlingParts(runtime);
  await floor.database.transaction((connection) =>
    settleAndKeep(connection, parts, { transactionId: id, accountId, report: paid, provider: 'acme' }),
  );
  expect(await floor.stateOf(id)).toMatchObject({ status: 'approved', state: 'succeeded' });
  expect(await floor.balanceOf(accountId)).toBe(amountMinor);
  expect(await floor.booksHold()).toBe(true);
});

test('a deposit whose customer never reached the provider ends after a day, one by bank never does', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const left = await floor.deposit(accountId, { isStarted: false });
  const bank = await floor.deposit(accountId, { provider: 'bank', isStarted: false, isAsked: false });
  const asked: string[] = [];
  const worker = floor.worker({
    acme: ({ transactionId }) => (asked.push(transactionId), Promise.resolve(waiting)),
  });
  floor.clock.advance(3 * payWithinMs);
  await worker.work();
  expect(asked, 'the provider does not know it').not.toContain(left);
  expect(await floor.stateOf(left)).toMatchObject({ status: 'declined', state: 'failed' });
  expect(await floor.stateOf(bank)).toMatchObject({ status: 'pending', state: 'created' });
});

test('a provider that cannot be polled has a day to report, one that is out of reach has three', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const mute = await floor.deposit(accountId, { provider: 'mute' });
  const down = await floor.deposit(accountId, { provider: 'down' });
  const gone = await floor.deposit(accountId, { provider: 'no longer described' });
  const worker = floor.worker({ mute: null, down: () => Promise.reject(new ProviderUnavailable('down')) });
  floor.clock.advance(payWithinMs - 1);
  await worker.work();
  expect(await floor.stateOf(mute)).toMatchObject({ status: 'pending' });
  floor.clock.advance(1);
  await worker.work();
  expect(await floor.stateOf(mute)).toMatchObject({ status: 'declined' });
  for (const id of [down, gone]) expect(await floor.stateOf(id)).toMatchObject({ status: 'pending' });
  floor.clock.advance(2 * payWithinMs);
  await worker.work();
  for (const id of [down, gone]) expect(await floor.stateOf(id)).toMatchObject({ status: 'declined' });
});

test('a cancelled deposit is polled to the end, and credited if it was paid', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const [one, other] = [await floor.deposit(accountId), await floor.deposit(accountId)];
  await floor.database.query(`update transactions set status = 'cancelled' where id in ($1, $2)`, [one, other]);
  const worker = floor.worker({ acme: ({ transactionId }) => Promise.resolve(transactionId === one ? paid : waiting) });
  floor.clock.advance(minuteMs);
  await worker.work();
  expect(await floor.stateOf(one)).toMatchObject({ status: 'approved' });
  floor.clock.advance(payWithinMs);
  await worker.work();
  expect(await floor.stateOf(other)).toMatchObject({ status: 'cancelled', askAt: null });
});

test('a payment that was polled before waits behind a new one', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const old = await Promise.all(Array.from({ length: 3 }, () => floor.deposit(accountId, { provider: 'queue' })));
  const asked: string[] = [];
  const worker = floor.worker({
    queue: ({ transactionId }) => (asked.push(transactionId), Promise.resolve(waiting)),
  });
  floor.clock.advance(minuteMs);
  await worker.work();
  expect(asked.splice(0).sort()).toEqual(old.sort());
  const young = await floor.deposit(accountId, { provider: 'queue' });
  floor.clock.advance(60 * minuteMs);
  await worker.work();
  expect(asked).toHaveLength(4);
  expect(asked[0]).toBe(young);
});

test('an answer that no driver understands does not stop the polling of other payments', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const [one, other] = [await floor.deposit(accountId), await floor.deposit(accountId)];
  const worker = floor.worker({
    acme: ({ transactionId }) => (transactionId === one ? Promise.reject(new TypeError('x')) : Promise.resolve(paid)),
  });
  floor.clock.advance(minuteMs);
  await worker.work();
  expect(await floor.stateOf(one)).toMatchObject({ status: 'pending' });
  expect(await floor.stateOf(other)).toMatchObject({ status: 'approved' });
});
