import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAffiliateAccounts } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { decideOnDeposit } from '../../../src/server/payments/by-hand/decide-on-deposit.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { visit } from '../../support/accounts/visitor.ts';
import { askDeposit } from '../../support/payments/asked-money.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import type { TestApp } from '../../support/test-app.ts';
import type { PayingFloor } from '../payments/paying-floor.ts';
import { openPayingFloor } from '../payments/paying-floor.ts';
import type { OpenedAccount, Partner } from './postback-floor.ts';
import { listen, openPartner, signUp, toldTo } from './postback-floor.ts';

/** The first deposit of an account, however it is credited: recorded once, reported once. */

let floor: PayingFloor;
let shop: TestApp;
let hook: MisbehavingServer;
let partner: Partner;

beforeAll(async () => {
  floor = await openPayingFloor({ REGISTRATION: 'on', TRUST_PROXY: 'on', POSTBACKS_LOCAL: 'on' });
  ({ shop } = floor);
  hook = await startMisbehavingServer((_, response) => response.end());
  partner = await openPartner(shop, 'partner');
  await listen(shop, partner, hook.url, ['first_deposit']);
});
afterAll(async () => {
  await floor.close();
  await hook.close();
});

const hands = () => ({
  ...{ database: shop.app.database, ...settlingParts(shop.runtime) },
  ...({ actor: 'operator:ada', amountText: String } as const),
});

async function waitingFor({ accountId }: OpenedAccount, amountMinor: number): Promise<string> {
  const at = new Date(shop.runtime.now());
  return askDeposit(shop.app.database, { accountId, amountMinor, typeId: 1, provider: 'moody', at });
}

const byReport = async (account: OpenedAccount, amountMinor: number) => {
  const order = await waitingFor(account, amountMinor);
  await floor.report({ order, status: 'paid', amount: (amountMinor / 100).toFixed(2) });
};
const byApproval = async (account: OpenedAccount, amountMinor: number) => {
  const transactionId = await waitingFor(account, amountMinor);
  expect(await decideOnDeposit(hands(), { transactionId, verdict: 'approve' })).toMatchObject({ ok: true });
};
const byHand = async ({ accountId }: OpenedAccount, amountMinor: number) => {
  const request = { kind: 'deposit', accountId, amountMinor, party: 'manual', why: 'a test' } as const;
  expect(await moveByHand(hands(), request)).toMatchObject({ ok: true });
};
const byCommand = async ({ email }: OpenedAccount, amountMinor: number) => {
  const typed = ['deposit', email, (amountMinor / 100).toFixed(2), '--reason', 'a test'];
  expect(await typeTransactions({ database: shop.app.database, runtime: shop.runtime }, typed)).toMatchObject({
    ok: true,
  });
};
const ways = {
  'a report of its provider': byReport,
  'an operator’s approval': byApproval,
  'an operator’s hand': byHand,
  'what an operator typed': byCommand,
};

async function shownOf(account: OpenedAccount) {
  const { data } = await visit(shop, getAffiliateAccounts, { accessToken: partner.accessToken });
  return data!.data.find(({ id }) => id === account.uniqid)!.transaction;
}
async function toldOf(account: OpenedAccount) {
  await shop.app.postbacks.work();
  return toldTo(hook).filter(({ account: told }) => told === account.uniqid);
}

describe.each(Object.entries(ways))('a deposit credited by %s', (_, credit) => {
  test('is the first deposit once, and is reported with the affiliate’s id of the account', async () => {
    const account = await signUp(shop, partner.ref, { source_tag: 'spring' });
    shop.runtime.advance(60_000);
    const date = new Date(shop.runtime.now()).toISOString();
    await credit(account, 12_345);
    shop.runtime.advance(60_000);
    await credit(account, 500);
    expect(await shownOf(account)).toEqual({ amount: 123.45, date });
    expect(await toldOf(account)).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, event: 'first_deposit', account: account.uniqid },
        ...{ source_tag: 'spring', country: 'DE', amount: 123.45, currency: 'EUR', at: date },
      },
    ]);
    expect(await floor.booksHold()).toBe(true);
  });
});

describe('the first deposit', () => {
  test.each([
    ['a bonus', { kind: 'bonus', amountMinor: 1_000 }],
    ['credit', { kind: 'credit', amountMinor: 1_000 }],
  ] as const)('is not %s', async (_, { kind, amountMinor }) => {
    const account = await signUp(shop, partner.ref);
    const { accountId } = account;
    await moveByHand(hands(), { kind, amountMinor, accountId, party: 'manual', why: 'a test' });
    expect(await shownOf(account)).toBeNull();
    expect(await toldOf(account)).toEqual([]);
  });

  test('is not a deposit that was declined', async () => {
    const account = await signUp(shop, partner.ref);
    const transactionId = await waitingFor(account, 1_000);
    await decideOnDeposit(hands(), { transactionId, verdict: 'decline', reason: 'no' });
    expect(await shownOf(account)).toBeNull();
  });
});

test('an account that does not count is not reported, but shows its deposit', async () => {
  const before = await signUp(shop, null);
  const account = await signUp(shop, partner.ref, { phone: before.phone });
  await byHand(account, 1_000);
  expect(await shownOf(account)).toMatchObject({ amount: 10 });
  expect(await toldOf(account)).toEqual([]);
});

test('of several deposits credited at once, one is the first and is reported once', async () => {
  const account = await signUp(shop, partner.ref);
  const credits = [1_000, 2_000, 3_000, 4_000].map((amountMinor, index) =>
    (index % 2 === 0 ? byHand : byApproval)(account, amountMinor),
  );
  await Promise.all(credits);
  const shown = await shownOf(account);
  const told = await toldOf(account);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ amount: shown!.amount });
  expect([10, 20, 30, 40]).toContain(shown!.amount);
  expect(await floor.booksHold()).toBe(true);
});

test('a failure leaves neither the deposit nor its postback', async () => {
  const account = await signUp(shop, partner.ref);
  const failing = shop.app.database.transaction(async (connection) => {
    const database = { transaction: <Value>(work: (own: typeof connection) => Promise<Value>) => work(connection) };
    await moveByHand(
      { ...hands(), database },
      { kind: 'deposit', accountId: account.accountId, amountMinor: 1_000, party: 'manual', why: 'a test' },
    );
    throw new Error('no such luck');
  });
  await expect(failing).rejects.toThrow('no such luck');
  expect(await shownOf(account)).toBeNull();
  expect(await toldOf(account)).toEqual([]);
});
