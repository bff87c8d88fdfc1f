import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { refuse } from '../../../src/lib/contract/problem.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { PaymentOrder, Webhook } from '../../../src/server/payments/payment-provider.ts';
import { ProviderUnavailable } from '../../../src/server/payments/payment-provider.ts';
import { createSandboxReports } from '../../../src/server/payments/sandbox/sandbox-driver.ts';
import { createSandbox } from '../../../src/server/payments/sandbox/sandbox.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** The simulated provider by itself: its answers when polled, and which reports it accepts as its own. */

const { randomBytes, newId } = createTestRuntime();
const masterKey = Buffer.alloc(32, 1);
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
});
beforeEach(() => database.query('delete from sandbox_payments'));
afterAll(() => database.close());

function openSandbox(deliver: (webhook: Webhook) => Promise<Result>) {
  const clock = createManualClock();
  const warnings: string[] = [];
  const warn = (_facts: unknown, text?: string) => void warnings.push(text ?? '');
  const logger = { info: warn, warn, error: warn };
  const runtime = { now: clock.now, randomBytes };
  const sandbox = createSandbox({ database, runtime, masterKey, schedule: clock.schedule, deliver, logger });
  const driver = sandbox.providers.find(({ name }) => name === 'sandbox')?.driver;
  if (!driver?.ask) throw new Error('it can be asked');
  return { sandbox, clock, warnings, start: driver.start, ask: driver.ask, readWebhook: driver.readWebhook };
}

function orderOf(transactionId: string): PaymentOrder {
  const person = { firstName: 'Ada', lastName: 'Trader', email: 'ada@example.com', language: 'en', ip: '192.0.2.1' };
  const nothing = { phone: null, country: null, city: null, street: null, zipCode: null, birthDate: null };
  return {
    ...{ transactionId, amountMinor: 25_000, currency: 'EUR', customer: { token: 't', ...person, ...nothing } },
    returnUrl: 'https://broker.example/payment/return',
    webhookUrl: 'https://api.broker.example/api/transaction/update/sandbox',
  };
}

const taken = () => Promise.resolve({ ok: true } as const);

test('the same order is the same payment, and its page is at the address of the API', async () => {
  const { start } = openSandbox(taken);
  const order = orderOf(newId());
  const first = await start(order);
  expect(first.redirectUrl).toBe(`https://api.broker.example/sandbox/pay/${first.reference ?? ''}`);
  expect(await start(order)).toEqual(first);
  expect(await start(orderOf(newId()))).not.toEqual(first);
});

test.each([
  ['is refused', () => Promise.resolve(refuse('UNAVAILABLE'))],
  ['cannot be delivered', () => Promise.reject(new Error('no database'))],
])('a report that %s is not lost: polling returns it', async (_how, deliver) => {
  const { sandbox, start, ask, warnings } = openSandbox(deliver);
  const order = orderOf(newId());
  const { reference } = await start(order);
  expect(await ask({ ...order, reference })).toMatchObject({ outcome: 'waiting' });
  expect(await sandbox.choose(reference ?? '', 'approve')).toMatchObject({ state: 'paid' });
  expect(warnings).toHaveLength(1);
  expect(await ask({ ...order, reference })).toEqual({ outcome: 'paid', amountMinor: 25_000, currency: 'EUR' });
});

test('polling returns what was chosen', async () => {
  const { sandbox, start, ask } = openSandbox(taken);
  const said: string[] = [];
  for (const choice of ['decline', 'later', 'silent'] as const) {
    const order = orderOf(newId());
    const { reference } = await start(order);
    await sandbox.choose(reference ?? '', choice);
    said.push((await ask({ ...order, reference })).outcome);
  }
  expect(said).toEqual(['failed', 'waiting', 'waiting']);
  const unknown = { transactionId: newId(), reference: null };
  expect(await ask(unknown)).toMatchObject({ outcome: 'waiting' });
});

test('payments made later are reported at their time, each once, even if chosen meanwhile', async () => {
  const reports: Webhook[] = [];
  const { sandbox, clock, start } = openSandbox((webhook) => (reports.push(webhook), taken()));
  await sandbox.start();
  for (const waitMs of [0, 5_000]) {
    clock.advance(waitMs);
    const { reference } = await start(orderOf(newId()));
    await sandbox.choose(reference ?? '', 'later');
  }
  clock.advance(9_999);
  await sandbox.work();
  expect(reports).toHaveLength(0);
  clock.advance(1);
  await sandbox.work();
  expect(reports).toHaveLength(1);
  clock.advance(5_000);
  await sandbox.work();
  clock.advance(60_000);
  await sandbox.work();
  expect(reports).toHaveLength(2);
  await sandbox.stop();
  expect(clock.running()).toBe(0);
});

test('a report signed by another key is refused, and an empty one cannot be read', async () => {
  const { sandbox, start, readWebhook } = openSandbox(taken);
  const { reference } = await start(orderOf(newId()));
  const payment = await sandbox.choose(reference ?? '', 'approve');
  if (!payment) throw new Error('there is no such payment');
  const own = createSandboxReports(masterKey).write(payment);
  expect(readWebhook(own, 0)).toMatchObject({ outcome: 'paid', amountMinor: 25_000, currency: 'EUR', reference });
  expect(readWebhook(createSandboxReports(Buffer.alloc(32, 2)).write(payment), 0)).toBeNull();
  expect(readWebhook({ ...own, headers: {} }, 0)).toBeNull();
  const odd = createSandboxReports(masterKey).write({ ...payment, state: 'silent' });
  expect(() => readWebhook(odd, 0)).toThrow(ProviderUnavailable);
});
