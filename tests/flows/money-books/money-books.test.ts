import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../../../src/lib/contract/calls.ts';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-calls.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { HookedProvider } from '../../support/payments/hooked-provider.ts';
import { startHookedProvider } from '../../support/payments/hooked-provider.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';
import type { MoneyWave } from './money-acts.ts';
import { moneyWaves } from './money-acts.ts';
import type { MoneyPlay, Player } from './money-play.ts';
import { playAct } from './money-play.ts';
import { isCloseCall, needsOperator, naiveBalanceMinor, naiveReservedMinor } from './naive-money.ts';

/** The books stay right however deposits, reports, withdrawals, operators, trades and restarts interleave. */

const emails = ['demo@example.com', 'limited@example.com'] as const;
const runtime = createTestRuntime();
let database: Database;
let provider: HookedProvider;
let shop: TestApp;
let players: Player[] = [];
let bid = 60_000;

beforeAll(async () => {
  provider = await startHookedProvider();
  database = await openTestDatabase({ poolSize: 6, template: 'seeded' });
  shop = await open();
  for (const email of emails) {
    const { accessToken } = await shop.logIn(email);
    players.push({ email, accessToken, socket: await shop.customerSocket(accessToken) });
  }
});
afterAll(async () => {
  await shop.close();
  await database.close();
  await provider.close();
});

async function open(): Promise<TestApp> {
  const opened = await createTestApp({ database, runtime, env: provider.env });
  opened.feed.confirm('BTCUSD', bid, bid + 10);
  return opened;
}

/** Sessions survive because they are in the database. */
async function restart(): Promise<void> {
  await shop.close();
  shop = await open();
  players = await Promise.all(
    players.map(async (player) => ({ ...player, socket: await shop.customerSocket(player.accessToken) })),
  );
}

interface Funds {
  balance: number;
  reserved: number;
  freeMargin: number;
  /** The sum over all closed positions. */
  profit: number;
}

async function fundsOf(email: string): Promise<Funds> {
  const { rows } = await database.query<Funds>(
    `select balance_minor as balance, reserved_minor as reserved, balance_minor - invested_minor as "freeMargin",
       (select coalesce(sum(profit_minor), 0)::bigint from positions p where p.account_id = a.id and closed_at is not null) as profit
     from accounts a where email = $1`,
    [email],
  );
  if (!rows[0]) throw new Error(`There is no ${email}`);
  return rows[0];
}

async function begin(): Promise<MoneyPlay> {
  const funds = await Promise.all(emails.map(fundsOf));
  const accounts = funds.map(({ balance, reserved, profit }) => {
    return { balanceMinor: balance - profit, reservedMinor: reserved, givenMinor: 0 };
  });
  const money = { accounts, deposits: [], withdrawals: [] };
  return { shop, begun: provider.begun, players, money, positions: [], balances: [], bid, wave: 0 };
}

async function playWave(before: MoneyPlay, { isAfterRestart, acts }: MoneyWave): Promise<MoneyPlay> {
  if (isAfterRestart) await restart();
  const balances = (await Promise.all(emails.map(fundsOf))).map(({ balance }) => balance);
  const play = { ...before, shop, players, balances, wave: before.wave + 1 };
  await Promise.all(acts.map((act) => playAct(play, act)));
  ({ bid } = play);
  const due = 'select count(*) as count from payment_events where due_at <= $1';
  await expect
    .poll(async () => (await database.query(due, [new Date(runtime.now())])).rows, { timeout: 20_000 })
    .toEqual([{ count: 0 }]);
  return play;
}

async function depositOf(id: string): Promise<{ isCredited: boolean; isHeld: boolean }> {
  const { rows } = await database.query<{ isCredited: boolean; isHeld: boolean }>(
    `select t.status = 'approved' as "isCredited", p.state = 'differs' as "isHeld"
     from transactions t join payments p on p.transaction_id = t.id where t.id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`There is no ${id}`);
  return rows[0];
}

async function expectAgreed({ money }: MoneyPlay): Promise<void> {
  for (const deposit of money.deposits) {
    if (isCloseCall(deposit)) deposit.wasCredited ??= (await depositOf(deposit.id)).isCredited;
    if (needsOperator(deposit)) expect(await depositOf(deposit.id)).toMatchObject({ isHeld: true });
  }
  for (const { isCancelled, isDeclined, isSent, timesReturned } of money.withdrawals) {
    expect([isCancelled, isDeclined, isSent].filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(timesReturned).toBeLessThanOrEqual(isSent ? 1 : 0);
  }
  for (const [account, { email, accessToken }] of players.entries()) {
    const funds = await fundsOf(email);
    expect(funds.balance).toBe(naiveBalanceMinor(money, account, funds.profit));
    expect(funds.reserved).toBe(naiveReservedMinor(money, account));
    expect(funds.freeMargin).toBeGreaterThanOrEqual(0);
    const { body: shown } = await shop.call(getBalance, { accessToken, body: {} });
    const { body: options } = await shop.call(getPaymentOptions, { accessToken, body: {} });
    expect([shown, options]).toMatchObject([
      { data: { balance: { balance: funds.balance / 100, freeMargin: funds.freeMargin / 100 } } },
      { data: { reserved: funds.reserved / 100 } },
    ]);
  }
}

test('no money appears or disappears, and each payment is credited once', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(moneyWaves, async (waves) => {
      let play = await begin();
      for (const wave of waves) {
        play = await playWave(play, wave);
        await expectAgreed(play);
      }
      expect(await verifyLedger(database)).toMatchObject({ holds: true });
    }),
    // Each run continues from the state that the previous one left, so a failure cannot be shrunk: the first failing
    // run is reported with its seed.
    { numRuns: 5, endOnFailure: true },
  );
});
