import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { resendPostback } from '../../../src/lib/contract/affiliate/postback-calls.ts';
import type { Runtime } from '../../../src/server/runtime.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { askDeposit } from '../../support/payments/asked-money.ts';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { OpenedAccount, Partner } from './postback-floor.ts';
import { deliveriesOf, listen, openPartner, signUp, toldTo } from './postback-floor.ts';

/**
 * Deposits that an operator reverses as wrong: what the affiliate sees of them and which postbacks it gets. Each test
 * has its own affiliate.
 */

let shop: TestApp;
let hook: MisbehavingServer;
let answered: number;
let partner: Partner;
let account: OpenedAccount;
let partners = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on', POSTBACKS_LOCAL: 'on' } });
  hook = await startMisbehavingServer((_, response) => response.writeHead(answered).end());
});
afterAll(async () => {
  await shop.close();
  await hook.close();
});
beforeEach(async () => {
  partners += 1;
  answered = 200;
  partner = await openPartner(shop, `partner-${partners}`);
  account = await signUp(shop, partner.ref);
  await listen(shop, partner, hook.url, ['first_deposit']);
});

/**
 * Makes a deposit by hand, a minute after the previous one. A negative amount reverses a deposit. Returns the instant
 * in ISO format.
 */
async function deposit(amount: string): Promise<string> {
  shop.runtime.advance(60_000);
  await type(shop.runtime, 'deposit', account.email, amount, '--reason', 'A test');
  return new Date(shop.runtime.now()).toISOString();
}

async function type(runtime: Runtime, ...words: string[]): Promise<void> {
  expect(await typeTransactions({ database: shop.app.database, runtime }, words)).toMatchObject({ ok: true });
}

/** The clock moves a little every time it is read, as real clocks do. */
const ticking = (): Runtime => ({
  ...shop.runtime,
  now() {
    shop.runtime.advance(7);
    return shop.runtime.now();
  },
});

const own = () => ({ accessToken: partner.accessToken });
const shown = async () => (await visit(shop, getAffiliateAccounts, own())).data!.data[0]!.transaction;
const told = async () => {
  await shop.app.postbacks.work();
  return toldTo(hook)
    .filter((body) => body.account === account.uniqid)
    .map(({ amount, at }) => ({ amount, at }));
};

async function file(): Promise<string> {
  const answer = await fetch(`${shop.url}${exportAffiliateAccounts.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${partner.accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return answer.text();
}

describe('a first deposit that was reversed in full', () => {
  test('counts nowhere: not in the list, the totals, by country, by day or in the file', async () => {
    const date = await deposit('410');
    expect(await shown()).toEqual({ amount: 410, date });
    expect(await file()).toContain(date);
    await deposit('-410');
    expect(await shown()).toBeNull();
    expect(await file()).not.toContain(date);
    const { data } = await visit(shop, getAffiliateSummary, own());
    expect(data).toMatchObject({ total: 1, first_deposits: 0, conversion: 0 });
    expect(data!.countries).toMatchObject([{ total: 1, first_deposits: 0, accounts_per_first_deposit: null }]);
    expect(data!.days.map(({ first_deposits: deposits }) => deposits)).toEqual([0]);
    const body = { filter: { where: 'transactions', from: '2020-01-01', until: '2100-01-01' } };
    expect((await visit(shop, getAffiliateAccounts, { ...own(), body })).data!.data).toEqual([]);
  });

  test('is replaced by the next real one, whether that came before or after', async () => {
    await deposit('410');
    const date = await deposit('50');
    await deposit('-410');
    expect(await shown()).toEqual({ amount: 50, date });
    await deposit('-50');
    expect(await shown()).toBeNull();
    const later = await deposit('70');
    await deposit('80');
    expect(await shown()).toEqual({ amount: 70, date: later });
    const { data } = await visit(shop, getAffiliateSummary, own());
    expect(data).toMatchObject({ first_deposits: 1, conversion: 100 });
  });
});

test('a partial reversal, or the reversal of a later deposit, leaves the first one', async () => {
  const date = await deposit('50');
  await deposit('410');
  await deposit('-410');
  await deposit('-20');
  expect(await shown()).toEqual({ amount: 50, date });
  expect(await told()).toEqual([{ amount: 50, at: date }]);
});

describe('a transfer that an operator approved', () => {
  const firstOf = async () =>
    (
      await shop.app.database.query<{ at: Date }>('select first_deposit_at as at from accounts where id = $1', [
        account.accountId,
      ])
    ).rows[0]!.at;

  /** Returns the instant of the first deposit as stored, and the postback's id. */
  async function approve(): Promise<{ at: Date; id: string }> {
    const { accountId } = account;
    const { database } = shop.app;
    const deposited = await askDeposit(database, { accountId, amountMinor: 25_000, at: new Date(shop.runtime.now()) });
    await type(ticking(), 'approve', deposited);
    return { at: await firstOf(), id: (await deliveriesOf(shop, partner))[0]!.id };
  }

  test('stays the first with its postback, whatever later one is reversed', async () => {
    const { at, id } = await approve();
    const { rows } = await shop.app.database.query<{ at: Date }>(
      `select s.at from transaction_steps s join transactions t on t.id = s.transaction_id
       where t.account_id = $1 and s.step = 'approved'`,
      [account.accountId],
    );
    expect(rows).toEqual([{ at }]);
    await deposit('50');
    await deposit('-50');
    expect(await firstOf()).toEqual(at);
    expect(await deliveriesOf(shop, partner)).toMatchObject([{ id }]);
  });

  test('stays the first even if its step was written a few milliseconds earlier', async () => {
    const { at, id } = await approve();
    const text = `update accounts set first_deposit_at = first_deposit_at + interval '9 milliseconds' where id = $1`;
    await shop.app.database.query(text, [account.accountId]);
    await deposit('50');
    await deposit('-50');
    expect(await firstOf()).toEqual(new Date(at.getTime() + 9));
    expect(await deliveriesOf(shop, partner)).toMatchObject([{ id }]);
  });
});

describe('the affiliate’s server', () => {
  test('gets no reversed first deposit, but gets the next one', async () => {
    await deposit('410');
    await deposit('-410');
    expect(await told()).toEqual([]);
    const at = await deposit('50');
    expect(await told()).toEqual([{ amount: 50, at }]);
  });

  test('is not sent a reversed deposit again that it had refused', async () => {
    answered = 500;
    const wrong = await deposit('410');
    expect(await told()).toEqual([{ amount: 410, at: wrong }]);
    const at = await deposit('50');
    await deposit('-410');
    answered = 200;
    expect(await told()).toEqual([
      { amount: 410, at: wrong },
      { amount: 50, at },
    ]);
    expect(await deliveriesOf(shop, partner)).toHaveLength(1);
  });

  test('gets no other first deposit after it has accepted one', async () => {
    const at = await deposit('410');
    expect(await told()).toEqual([{ amount: 410, at }]);
    await deposit('-410');
    await deposit('50');
    expect(await told()).toEqual([{ amount: 410, at }]);
    expect(await shown()).toMatchObject({ amount: 50 });
  });

  test('gets no other first deposit after it has accepted one, even if it later refused the same one', async () => {
    const at = await deposit('410');
    const wrong = { amount: 410, at };
    expect(await told()).toEqual([wrong]);
    const { id } = (await deliveriesOf(shop, partner))[0]!;
    answered = 500;
    expect((await visit(shop, resendPostback, { ...own(), body: { id } })).status).toBe(200);
    expect(await told()).toEqual([wrong, wrong]);
    await deposit('-410');
    await deposit('50');
    expect(await deliveriesOf(shop, partner)).toMatchObject([{ id, state: 'waiting', last_fault: 'status' }]);
    shop.runtime.advance(60_000);
    expect(await told()).toEqual([wrong, wrong, wrong]);
  });
});
