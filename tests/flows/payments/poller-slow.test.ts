import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentReport } from '../../../src/server/payments/payment-provider.ts';
import type { PollerFloor } from './poller-floor.ts';
import { amountMinor, openPollerFloor, paid } from './poller-floor.ts';

/** Slow providers. PGlite has only one connection, so these tests would notice a worker that holds it. */

const minuteMs = 60_000;
let floor: PollerFloor;

beforeAll(async () => {
  floor = await openPollerFloor();
});
afterAll(() => floor.close());

/** A provider that answers when the test tells it to. */
function slowProvider() {
  const asked: string[] = [];
  const answers: ((report: PaymentReport) => void)[] = [];
  return {
    asked,
    ask: ({ transactionId }: { transactionId: string }) => {
      asked.push(transactionId);
      return new Promise<PaymentReport>((resolve) => answers.push(resolve));
    },
    answer: (report: PaymentReport) => answers.splice(0).forEach((resolve) => resolve(report)),
  };
}

test('a provider that hangs holds no lock and no connection, and delays no other provider', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const slow = slowProvider();
  const hanging = await floor.deposit(accountId, { provider: 'slow' });
  const worker = floor.worker({ slow: slow.ask, quick: () => Promise.resolve(paid) });
  floor.clock.advance(minuteMs);
  const first = worker.work();
  await expect.poll(() => slow.asked).toEqual([hanging]);

  // `nowait` makes these statements fail at once if the rows are locked.
  await floor.database.transaction(async (connection) => {
    await connection.query('select from accounts where id = $1 for update nowait', [accountId]);
    await connection.query('select from payments where transaction_id = $1 for update nowait', [hanging]);
    await connection.query('select from transactions where id = $1 for update nowait', [hanging]);
  });
  const other = await floor.deposit(accountId, { provider: 'quick' });
  floor.clock.advance(minuteMs - 1);
  const second = worker.work();
  floor.clock.advance(1);
  void worker.work();
  await expect.poll(async () => (await floor.stateOf(other)).status).toBe('approved');
  expect(await floor.stateOf(hanging)).toMatchObject({ status: 'pending' });

  slow.answer(paid);
  await Promise.all([first, second]);
  expect(await floor.balanceOf(accountId)).toBe(2 * amountMinor);
});

test('the stop waits for no provider, and an interrupted poll is repeated', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const slow = slowProvider();
  const id = await floor.deposit(accountId, { provider: 'slow' });
  const worker = floor.worker({ slow: slow.ask });
  floor.clock.advance(minuteMs);
  const work = worker.work();
  await expect.poll(() => slow.asked).toEqual([id]);
  await worker.stop();
  await work;
  slow.answer(paid);
  expect(await floor.stateOf(id)).toMatchObject({ status: 'pending' });

  const next = floor.worker({ slow: () => Promise.resolve(paid) });
  await next.work();
  expect(await floor.stateOf(id), 'the first poll may still be under way').toMatchObject({ status: 'pending' });
  floor.clock.advance(2 * minuteMs);
  await next.work();
  expect(await floor.stateOf(id)).toMatchObject({ status: 'approved' });
});

test('many due payments are polled a few at a time, each once, even by two workers', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const many = await Promise.all(Array.from({ length: 40 }, () => floor.deposit(accountId, { provider: 'many' })));
  const slow = slowProvider();
  const workers = [floor.worker({ many: slow.ask }), floor.worker({ many: slow.ask })];
  floor.clock.advance(minuteMs);
  const done = new AbortController();
  const all = Promise.all(workers.map((worker) => worker.work())).finally(() => done.abort());
  let most = 0;
  let seen = 0;
  while (!done.signal.aborted) {
    most = Math.max(most, slow.asked.length - seen);
    seen = slow.asked.length;
    slow.answer(paid);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect([...slow.asked].sort()).toEqual([...many].sort());
  expect(most).toBeLessThanOrEqual(8);
  expect(await floor.balanceOf(accountId)).toBe(40 * amountMinor);
  expect(await floor.booksHold()).toBe(true);
});
