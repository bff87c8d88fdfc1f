import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransaction, getPaymentOptions } from '../../../src/lib/contract/payments/payment-calls.ts';
import { postEntries } from '../../../src/server/ledger/ledger-writer.ts';
import { postClose } from '../../../src/server/ledger/posting-rules.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { dueReleases } from '../../../src/server/payments/release-bonuses.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { lockFunds } from '../../../src/server/payments/money-rows.ts';
import { auditOf } from '../../support/accounts/visitor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { idOfAccount } from '../account-lists/demo-owners.ts';

/** A broker whose bonuses become the customer's own money once they have been traded ten times. */

const email = 'limited@example.com';
let shop: TestApp;
let customer: { accessToken: string; token: string };
let accountId: number;

beforeAll(async () => {
  shop = await createTestApp({ env: { BONUS_TURNOVER: '10' } });
  const { accessToken, user } = await shop.logIn(email);
  customer = { accessToken, token: user.token };
  accountId = await idOfAccount(shop, email);
});
afterAll(() => shop.close());

async function options() {
  const { accessToken, token } = customer;
  const { body } = await shop.call(getPaymentOptions, { body: { token }, accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  const { withdrawable, bonus, reserved } = body.data;
  return { withdrawable, bonus, reserved };
}

async function withdraw(amount: number) {
  const { accessToken, token } = customer;
  const body = { token, method: 'withdraw', amount: -amount, comments: 'To my bank' };
  return (await shop.call(createTransaction, { body, accessToken })).body;
}

/** Inserts a position that closes now without profit and has this exposure. */
async function trade(volumeMinor: number): Promise<void> {
  const leverage = 5;
  const closedAt = new Date(shop.runtime.now());
  await shop.app.database.transaction(async (connection) => {
    const funds = await lockFunds(connection, accountId);
    const positionId = randomUUID();
    await connection.query(
      `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at, closed_rate, closed_at,
         closing_reason, profit_minor) values ($1, $2, 'BTCUSD', 'buy', $3, $4, 100, $5, 100, $5, 0, 0)`,
      [positionId, accountId, volumeMinor / leverage, leverage, closedAt],
    );
    const fact = { id: randomUUID(), recordedAt: closedAt, accountId, positionId, profitMinor: 0 };
    await postEntries(connection, [postClose(funds!, fact).entry]);
  });
}

const holds = async () => {
  const { results } = await verifyLedger(shop.app.database);
  return results.filter(({ faulty }) => faulty > 0);
};

test('a bonus can be traded with, and stays a bonus until it was traded often enough', async () => {
  // Trades made before the bonus was given do not count.
  await trade(1_000_000);
  shop.runtime.advance(60_000);
  const parts = {
    database: shop.app.database,
    ...settlingParts(shop.runtime),
    actor: 'operator:ada',
    amountText: String,
  } as const;
  const given = { accountId, kind: 'bonus', amountMinor: 10_000, party: 'manual', why: 'Welcome' } as const;
  expect(await moveByHand(parts, given)).toMatchObject({ ok: true });
  await trade(99_000);
  expect(await options()).toEqual({ withdrawable: 500, bonus: 100, reserved: 0 });
  expect(await withdraw(500.01)).toMatchObject({
    error: { code: 'VALIDATION', fields: { amount: 'Maximum withdraw can be € 500' } },
  });
  expect(await holds()).toEqual([]);
});

test('then it can be withdrawn with the rest, and that withdrawal releases it once', async () => {
  await trade(1_000);
  expect(await options()).toEqual({ withdrawable: 600, bonus: 0, reserved: 0 });
  const keys = `select count(*) as released from ledger_entries where business_key like 'bonus-released:%'`;
  expect((await shop.app.database.query(keys)).rows).toEqual([{ released: 0 }]);
  expect(await withdraw(550)).toMatchObject({ status: 'success' });
  expect(await options()).toEqual({ withdrawable: 50, bonus: 0, reserved: 550 });
  expect(await withdraw(50)).toMatchObject({ status: 'success' });
  expect((await shop.app.database.query(keys)).rows).toEqual([{ released: 1 }]);
  const written = await auditOf(shop, email, shop.runtime.now() - 3_600_000);
  expect(written.filter(({ event }) => event === 'bonus_released')).toMatchObject([
    { actor: 'system', details: { amount_minor: 10_000 } },
  ]);
  expect(await holds()).toEqual([]);
});

test('without a configured turnover nothing is ever released', async () => {
  const funds = { balanceMinor: 10_000, bonusMinor: 10_000, creditMinor: 0, reservedMinor: 0, investedMinor: 0 };
  const holder = { accountId: await idOfAccount(shop, 'demo@example.com'), funds };
  expect(await dueReleases(shop.app.database, { ...holder, turnover: null })).toEqual([]);
  expect(await dueReleases(shop.app.database, { ...holder, turnover: 0 })).not.toEqual([]);
});
