import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createBodyRetention } from '../../../src/server/payments/inbox/forget-bodies.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { PayingFloor } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** What happens after a year and some weeks to the providers' reports, which may name persons. */

let floor: PayingFloor;
let database: Database;

beforeAll(async () => {
  floor = await openPayingFloor();
  ({ database } = floor.shop.app);
});
afterAll(() => floor.close());

const sent = '{"cardholder":"Ada Payer"}';

/** Stores a report as if it had arrived this many days ago. */
async function keepReport({ days, isDue = false }: { days: number; isDue?: boolean }): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into payment_events (id, provider, event_key, body, event, received_at, due_at, outcome)
     values ($1::uuid, 'old', $1::text, $2, $3, now() - make_interval(days => $4), case when $5 then now() + interval '1 day' end, 'no such payment')`,
    [id, Buffer.from(sent), JSON.stringify({ outcome: 'paid', reference: id }), days, isDue],
  );
  return id;
}

async function bodyOf(id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ body: Buffer }>('select body from payment_events where id = $1', [id]);
  return rows[0]?.body.toString();
}

function createRetention() {
  const told: object[] = [];
  const logger = { info: (facts: object) => void told.push(facts), error: (facts: object) => void told.push(facts) };
  const { schedule } = createManualClock();
  return { told, retention: createBodyRetention({ database, runtime: { now: Date.now }, logger, schedule }) };
}

beforeEach(() => createRetention().retention.sweep());

test('a report’s body is deleted after 400 days, and what was read from it stays', async () => {
  const ids = await Promise.all([399, 401].map((days) => keepReport({ days })));
  const { told, retention } = createRetention();
  await retention.sweep();
  expect(await Promise.all(ids.map(bodyOf))).toEqual([sent, '']);
  expect(told).toEqual([{ reports: 1 }]);
  const { rows } = await database.query('select event from payment_events where id = $1', [ids[1]]);
  expect(rows).toEqual([{ event: { outcome: 'paid', reference: ids[1] } }]);
});

test('all old bodies are deleted, however many there are, and once', async () => {
  await database.query(
    `insert into payment_events (id, provider, event_key, body, event, received_at)
     select gen_random_uuid(), 'many', n::text, 'x', '{}', now() - interval '2 years' from generate_series(1, 1100) n`,
  );
  const { told, retention } = createRetention();
  await retention.sweep();
  await retention.sweep();
  expect(told).toEqual([{ reports: 1100 }]);
});

test('a body that still has to be processed is not deleted', async () => {
  const id = await keepReport({ days: 500, isDue: true });
  const { told, retention } = createRetention();
  await retention.sweep();
  expect([await bodyOf(id), told]).toEqual([sent, []]);
});

test.each([
  ['can delete a body a year old', { days: 366 }, `body = ''`],
  ['can delete a body that still has to be processed', { days: 500, isDue: true }, `body = ''`],
  ['can forge a body', { days: 500 }, `body = 'other'`],
  ['can change what was read from a body while deleting it', { days: 500 }, `body = '', event = '{}'`],
])('nobody %s', async (_what, report, change) => {
  const id = await keepReport(report);
  await expect(database.query(`update payment_events set ${change} where id = $1`, [id])).rejects.toThrow(
    'append-only',
  );
  expect(await bodyOf(id)).toBe(sent);
});

test('a repeat is recognised even if the body is deleted', async () => {
  const payer = await floor.payer();
  const order = await payer.deposit();
  const report = { order, status: 'paid', amount: '300.00' } as const;
  await floor.report(report);
  const before = await payer.balance();
  await database.query(`alter table payment_events disable trigger user`);
  await database.query(`update payment_events set received_at = now() - interval '2 years' where provider = 'moody'`);
  await database.query(`alter table payment_events enable trigger user`);
  await createRetention().retention.sweep();
  const { rows } = await database.query(`select from payment_events where provider = 'moody' and body = ''`);
  expect(rows).toHaveLength(1);
  expect(await floor.report(report)).toBe(200);
  expect(await payer.balance()).toBe(before);
  expect(await floor.booksHold()).toBe(true);
});
