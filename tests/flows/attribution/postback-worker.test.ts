import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeliveryWorker } from '../../../src/server/affiliates/postbacks/delivery-worker.ts';
import { createDeliveryWorker } from '../../../src/server/affiliates/postbacks/delivery-worker.ts';
import type { DeliveryAnswer, DeliveryPost } from '../../../src/server/affiliates/postbacks/post-delivery.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** The worker against affiliates' servers that answer when the test says so. */

let database: Database;
let runtime: TestRuntime;
/** The posts that were sent and not answered yet, in order. */
let asked: (DeliveryPost & { answer: (answer: DeliveryAnswer) => void })[];
let worker: DeliveryWorker;

const taken = { status: 200, fault: null } as const;
const silent = { status: null, fault: 'timeout' } as const;
const logger = createLogger({ level: 'silent' });

beforeEach(async () => {
  database = await openTestDatabase();
  runtime = createTestRuntime();
  asked = [];
  worker = makeWorker();
});
afterEach(async () => {
  await worker.stop();
  await database.close();
});

/** A worker whose posts end when they are aborted, as real posts do. */
function makeWorker(): DeliveryWorker {
  const post = (request: DeliveryPost) =>
    new Promise<DeliveryAnswer>((answer) => {
      asked.push({ ...request, answer });
      request.signal.addEventListener('abort', () => answer(silent));
    });
  const openSecret = (_: number, sealed: Buffer) => {
    if (sealed[0] !== 0) throw new Error('Sealed by another key');
    return sealed;
  };
  return createDeliveryWorker({ database, runtime, logger, schedule: () => () => undefined, post, openSecret });
}

/** Inserts an affiliate with this many due deliveries. The address of its server contains its name. */
async function makeAffiliate(name: string, deliveries: number): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    `insert into affiliates (token, name, email, password_hash, uniqid, created_at)
     values (gen_random_uuid(), $1, $1 || '@example.com', '-', $1, now()) returning id`,
    [name],
  );
  const at = new Date(runtime.now());
  await database.query(
    `insert into affiliate_postbacks (affiliate_id, url, events, secret, secret_made_at, updated_at)
     values ($1, 'https://' || $2 || '.example/', '{registration}', '\\x00', $3, $3)`,
    [rows[0]!.id, name, at],
  );
  for (let one = 0; one < deliveries; one += 1) {
    await database.query(
      `insert into postback_deliveries (id, affiliate_id, event, body, created_at, due_at)
       values ($1, $2, 'test', '{}', $3, $3)`,
      [randomUUID(), rows[0]!.id, at],
    );
  }
}

async function states() {
  const { rows } = await database.query<{ state: string; count: number }>(
    `select case when delivered_at is not null then 'delivered' when due_at is null then 'given up'
       when due_at <= $1 then 'due' else 'later' end as state, count(*)::int as count
     from postback_deliveries group by 1 order by 1`,
    [new Date(runtime.now())],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const hosts = () => asked.map(({ url }) => new URL(url).hostname.replace('.example', '')).sort();

test('each affiliate gets one post at a time, and a slow server delays nobody else', async () => {
  await makeAffiliate('slow', 5);
  await makeAffiliate('quick', 3);
  worker.wake();
  await expect.poll(hosts).toEqual(['quick', 'slow']);
  for (let one = 0; one < 3; one += 1) {
    await expect.poll(() => hosts().filter((host) => host === 'quick').length).toBe(one + 1);
    asked.findLast(({ url }) => url.includes('quick'))!.answer(taken);
  }
  await expect.poll(states).toEqual({ delivered: 3, due: 4, later: 1 });
  expect(hosts()).toEqual(['quick', 'quick', 'quick', 'slow']);
});

test('the other deliveries to a server that does not answer wait for a while, without counting as attempts', async () => {
  await makeAffiliate('silent', 50);
  const worked = worker.work();
  await expect.poll(hosts).toEqual(['silent']);
  asked[0]!.answer(silent);
  await worked;
  expect(asked).toHaveLength(1);
  expect(await states()).toEqual({ later: 50 });
  runtime.advance(30_000);
  const { rows } = await database.query('select count(*)::int as count from postback_deliveries where tries > 0');
  expect(rows).toEqual([{ count: 1 }]);
  worker.wake();
  await expect.poll(() => asked.length).toBe(2);
});

test('a delivery that cannot be signed waits longer each time, and is sent once there is a new secret', async () => {
  await makeAffiliate('rekeyed', 2);
  await database.query(`update affiliate_postbacks set secret = '\\x01'`);
  await worker.work();
  expect(asked).toEqual([]);
  const { rows } = await database.query('select last_fault from postback_deliveries where tries = 1');
  expect(rows).toEqual([{ last_fault: 'secret' }]);
  expect(await states()).toEqual({ later: 2 });
  await database.query(`update affiliate_postbacks set secret = '\\x00'`);
  runtime.advance(30_000);
  const worked = worker.work();
  for (const index of [0, 1]) {
    await expect.poll(() => asked.length).toBe(index + 1);
    asked[index]!.answer(taken);
  }
  await worked;
  expect(await states()).toEqual({ delivered: 2 });
});

test('two workers never send the same delivery', async () => {
  await makeAffiliate('one', 1);
  await makeAffiliate('two', 1);
  const other = makeWorker();
  worker.wake();
  other.wake();
  await expect.poll(hosts).toEqual(['one', 'two']);
  asked.forEach(({ answer }) => answer(taken));
  await Promise.all([worker.work(), other.work()]);
  expect(asked).toHaveLength(2);
  expect(await states()).toEqual({ delivered: 2 });
});

test('a delivery under way at the stop is sent at the next start, and its attempt does not count', async () => {
  await makeAffiliate('partner', 1);
  worker.wake();
  await expect.poll(() => asked.length).toBe(1);
  await worker.stop();
  expect(await states()).toEqual({ due: 1 });
  worker = makeWorker();
  const worked = worker.work();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(taken);
  await worked;
  const { rows } = await database.query('select tries from postback_deliveries');
  expect(rows).toEqual([{ tries: 1 }]);
});

test('a delivery claimed by a killed process is sent when its lease is over', async () => {
  await makeAffiliate('partner', 1);
  worker.wake();
  await expect.poll(() => asked.length).toBe(1);
  // The first worker's answer never comes, as if its process had been killed.
  const next = makeWorker();
  await next.work();
  expect(asked).toHaveLength(1);
  runtime.advance(60_000);
  const worked = next.work();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.answer(taken);
  await worked;
  expect(await states()).toEqual({ delivered: 1 });
  // A late answer to the first attempt changes nothing.
  asked[0]!.answer(silent);
  await worker.work();
  expect(await states()).toEqual({ delivered: 1 });
});
