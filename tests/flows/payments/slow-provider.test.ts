import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTransaction, sendTransaction } from '../../../src/lib/contract/payments/payment-calls.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { sendReport, signReport, startHookedProvider } from '../../support/payments/hooked-provider.ts';
import type { HookedProvider } from '../../support/payments/hooked-provider.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/** A provider that answers nobody until the test lets it. */

let provider: HookedProvider;
let shop: TestApp;
let accessToken: string;

/** The number of callers that wait: more than the tests' database has connections and the worker has lanes. */
const waiting = 8;

beforeAll(async () => {
  provider = await startHookedProvider();
  shop = await createTestApp({ env: { ...provider.env, PAYMENT_TIMEOUT_MS: '60000' } });
  ({ accessToken } = await shop.logIn());
});
afterEach(() => provider.answerAll());
afterAll(async () => {
  await shop.close();
  await provider.close();
});

async function begin(): Promise<string> {
  const body = { method: 1, provider: 'hooked', amount: 300 } as const;
  const { body: begun } = await shop.call(createTransaction, { accessToken, body });
  if (begun.status === 'error') throw new Error(begun.error.code);
  return begun.data.transaction_id;
}

async function send(transaction_id: string): Promise<string | null> {
  const call = { ...sendTransaction, path: '/api/transaction/send/hooked' as const };
  const { body: sent } = await shop.call(call, { accessToken, body: { transaction_id } });
  if (sent.status === 'error') throw new Error(sent.error.code);
  return sent.data.redirect_url;
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await shop.app.database.query<{ status: string }>('select status from transactions where id = $1', [
    id,
  ]);
  return rows[0]?.status ?? 'none';
}

test('while a provider keeps its callers waiting, nothing is locked, and everything else proceeds', async () => {
  const { pool } = shop.app.database;
  const orders: string[] = [];
  for (let count = 0; count < waiting; count += 1) orders.push(await begin());
  const other = await begin();
  provider.beSlow();
  const pages = Promise.all(orders.map(send));
  await expect.poll(() => provider.held.length).toBe(waiting);

  // All connections are free, and none has a database transaction open.
  await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
  if (onPostgres) {
    const open = `select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`;
    // The server's other database transactions end quickly; one that waited for the provider would stay open.
    await expect.poll(async () => (await shop.app.database.query(open)).rows).toEqual([]);
  }

  // The rows of the waiting deposits are not locked: reports of one of them and of another deposit are processed.
  const report = (event: string, order: string) =>
    sendReport(shop.url, signReport({ event, order, status: 'paid', amount: 30_000 }));
  expect(await report('of one that waits', orders[0]!)).toBe(200);
  expect(await report('of another', other)).toBe(200);
  await expect.poll(() => Promise.all([statusOf(orders[0]!), statusOf(other)])).toEqual(['approved', 'approved']);
  const withdrawal = { method: 'withdraw', amount: -10, comments: 'To my bank' } as const;
  expect((await shop.call(createTransaction, { accessToken, body: withdrawal })).status).toBe(200);
  expect(provider.held).toHaveLength(waiting);

  provider.answerAll();
  // A customer who has paid meanwhile gets no page, but the provider's name for the payment is stored, because later
  // reports may use it.
  const [paid, ...others] = orders;
  expect(await pages).toEqual([null, ...others.map((id) => `https://pay.example/${id}`)]);
  const named = 'select reference from payments where transaction_id = $1';
  expect((await shop.app.database.query(named, [paid])).rows).toEqual([{ reference: `ref-${paid}` }]);
  expect(await Promise.all(orders.map(statusOf))).toEqual(['approved', ...others.map(() => 'pending')]);
  expect(await verifyLedger(shop.app.database)).toMatchObject({ holds: true });
});

test('a repeat leads to the same page without asking again', async () => {
  const id = await begin();
  const page = await send(id);
  provider.beSlow();
  expect(await send(id)).toBe(page);
  expect(provider.held).toEqual([]);
});
