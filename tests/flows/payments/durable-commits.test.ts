import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import { insertEvents } from '../../../src/server/payments/inbox/event-rows.ts';
import type { TellByMail } from '../../../src/server/payments/money-mail.ts';
import type { PollerFloor } from './poller-floor.ts';
import { openPollerFloor, paid } from './poller-floor.ts';

/** What has to be on the disk when somebody is told of it, and what is done again where it was lost. */

let floor: PollerFloor;
beforeAll(async () => {
  floor = await openPollerFloor();
});
afterAll(() => floor.close());

async function durability(queries: Queries): Promise<string> {
  const text = `select current_setting('synchronous_commit') as setting`;
  return (await queries.query<{ setting: string }>(text)).rows[0]?.setting ?? '';
}

/** Credits what is due, and says how the database transaction that does it is committed. */
async function commitsOf(work: (tellByMail: TellByMail) => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  await work(async (queries) => void seen.push(await durability(queries)));
  return seen;
}

test('what a kept report does need not be on the disk at once: the report is', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const transactionId = await floor.deposit(accountId);
  const event = { ...paid, reference: null, transactionId, eventKey: transactionId };
  const kept = { id: randomUUID(), provider: 'acme', eventKey: transactionId, body: Buffer.from('{}'), event };
  // Reports are kept by a statement of its own, as the settings of the connections are.
  const settings = () => Promise.all(Array.from({ length: 12 }, () => durability(floor.database)));
  expect(new Set(await settings())).toEqual(new Set(['on']));
  await insertEvents(floor.database, [{ ...kept, at: new Date(floor.clock.now()) }]);
  expect(await commitsOf((tellByMail) => floor.eventWorker(tellByMail).work())).toEqual(['off']);
  expect(new Set(await settings()), 'only within that transaction').toEqual(new Set(['on']));
  expect(await floor.stateOf(transactionId)).toMatchObject({ status: 'approved' });
});

test('what a provider answers is kept by what it does, and so is on the disk', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const transactionId = await floor.deposit(accountId);
  floor.clock.advance(60_000);
  const ask = () => Promise.resolve(paid);
  expect(await commitsOf((tellByMail) => floor.worker({ acme: ask }, tellByMail).work())).toEqual(['on']);
  expect(await floor.stateOf(transactionId)).toMatchObject({ status: 'approved' });
});
