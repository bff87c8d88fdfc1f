import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import { insertEvents } from '../../../src/server/payments/inbox/event-rows.ts';
import type { TellOfMoney } from '../../../src/server/payments/tell-of-money.ts';
import type { PollerFloor } from './poller-floor.ts';
import { openPollerFloor, paid } from './poller-floor.ts';

/** Which commits must be on disk before anybody is told of them, and which may be lost because they are repeated. */

let floor: PollerFloor;
beforeAll(async () => {
  floor = await openPollerFloor();
});
afterAll(() => floor.close());

async function durability(queries: Queries): Promise<string> {
  const text = `select current_setting('synchronous_commit') as setting`;
  return (await queries.query<{ setting: string }>(text)).rows[0]?.setting ?? '';
}

/**
 * Runs work that credits a deposit; returns the synchronous_commit settings of the database transactions that did it.
 */
async function commitsOf(work: (tellOfMoney: TellOfMoney) => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  await work(async (queries) => void seen.push(await durability(queries)));
  return seen;
}

test('the effect of a stored report need not be on disk at once, but the report must be', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const transactionId = await floor.deposit(accountId);
  const event = { ...paid, reference: null, transactionId, eventKey: transactionId };
  const kept = { id: randomUUID(), provider: 'acme', eventKey: transactionId, body: Buffer.from('{}'), event };
  // Storing a report is a single statement with the settings of its connection, so all connections of the pool are
  // checked.
  const settings = () => Promise.all(Array.from({ length: 12 }, () => durability(floor.database)));
  expect(new Set(await settings())).toEqual(new Set(['on']));
  await insertEvents(floor.database, [{ ...kept, at: new Date(floor.clock.now()) }]);
  expect(await commitsOf((tellOfMoney) => floor.eventWorker(tellOfMoney).work())).toEqual(['off']);
  expect(new Set(await settings()), 'only within that transaction').toEqual(new Set(['on']));
  expect(await floor.stateOf(transactionId)).toMatchObject({ status: 'approved' });
});

test('the effect of a polled answer is on disk at once, because nothing else stores the answer', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const transactionId = await floor.deposit(accountId);
  floor.clock.advance(60_000);
  const ask = () => Promise.resolve(paid);
  expect(await commitsOf((tellOfMoney) => floor.worker({ acme: ask }, tellOfMoney).work())).toEqual(['on']);
  expect(await floor.stateOf(transactionId)).toMatchObject({ status: 'approved' });
});
