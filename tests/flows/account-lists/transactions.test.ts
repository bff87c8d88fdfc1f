import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-calls.ts';
import { transactionTypes } from '../../../src/lib/transactions/transaction-types.ts';
import { mostTransactions } from '../../../src/lib/transactions/transaction-list.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { affiliateAccess, idOfAccount } from './demo-owners.ts';

let shop: TestApp;
let limited: { accessToken: string; token: string };
let other: { accessToken: string; token: string };

beforeAll(async () => {
  shop = await createTestApp();
  limited = await enter('limited@example.com');
  other = await enter('new@example.com');
});
afterAll(() => shop.close());

async function enter(email: string) {
  const { accessToken, user } = await shop.logIn(email);
  return { accessToken, token: user.token };
}

function ask(token: string, accessToken?: string) {
  const call = { ...getTransactions, path: `/api/transactions/get/${token}` as const };
  return shop.call(call, accessToken === undefined ? {} : { accessToken });
}

async function listOf({ token, accessToken }: { token: string; accessToken: string }): Promise<Transaction[]> {
  const { body } = await ask(token, accessToken);
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

/** Inserts pending transactions, which move no money, so the books still balance. */
async function insertPending(email: string, count: number, typeIds: readonly number[]): Promise<void> {
  await shop.app.database.query(
    `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
     select gen_random_uuid(), $1, ($3::int[])[1 + n % cardinality($3::int[])], 'pending', 100 + n,
       now() - (n / 2) * interval '1 minute', now() from generate_series(1, $2) n`,
    [await idOfAccount(shop, email), count, typeIds],
  );
}

test('a customer’s transactions are listed as the contract says, money in major units', async () => {
  const listed = await listOf(limited);
  expect(listed).toHaveLength(1);
  expect(getTransactions.data.safeParse(listed).success).toBe(true);
  expect(listed[0]).toMatchObject({
    amount: 500,
    transaction_type: 'Card deposit',
    transaction_type_id: 1,
    transaction_status: 'approved',
  });
});

test('a customer without transactions gets an empty list', async () => {
  expect(await listOf(other)).toEqual([]);
});

test('they come newest first, in a stable order, with the name of each type', async () => {
  const typeIds = transactionTypes.map(({ id }) => id);
  await insertPending('limited@example.com', 44, typeIds);
  const listed = await listOf(limited);
  const dates = listed.map(({ created_at: at }) => at);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(await listOf(limited)).toEqual(listed);
  const names = new Map(listed.map((one) => [one.transaction_type_id, one.transaction_type]));
  expect(names).toEqual(new Map(transactionTypes.map(({ id, name }) => [id, name] as const)));
});

test('a list has at most the limit, and the oldest are cut off', async () => {
  await insertPending('limited@example.com', mostTransactions, [1]);
  const listed = await listOf(limited);
  expect(listed).toHaveLength(mostTransactions);
  expect(listed.some(({ amount, transaction_status: status }) => amount === 500 && status === 'approved')).toBe(false);
});

test('another customer’s token in the path is refused in any case; one’s own works in capitals', async () => {
  expect(await ask(limited.token, other.accessToken)).toMatchObject({
    status: 403,
    body: { error: { code: 'FORBIDDEN' } },
  });
  expect((await ask(limited.token.toUpperCase(), other.accessToken)).status).toBe(403);
  expect((await ask('nobody', other.accessToken)).status).toBe(403);
  expect((await ask(other.token.toUpperCase(), other.accessToken)).status).toBe(200);
});

test('no session or an affiliate’s session shows nothing', async () => {
  expect((await ask(limited.token)).status).toBe(401);
  const affiliate = await affiliateAccess(shop);
  expect((await ask(limited.token, affiliate)).status).toBe(403);
});

test('a token that is too long is no address', async () => {
  expect((await ask('a'.repeat(65), limited.accessToken)).status).toBe(404);
});

test('no token in a path is logged', () => {
  expect(shop.log.length).toBeGreaterThan(0);
  expect(JSON.stringify(shop.log)).not.toContain(limited.token);
});
