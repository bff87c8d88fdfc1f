import { beforeAll, describe, expect, test } from 'vitest';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { forgotPassword, loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { askWithdrawal } from '../../support/payments/asked-money.ts';
import { emitTo } from '../../support/test-app.ts';
import { useDesk } from './desk-floor.ts';

/** Customers whom operators block. */

const { shop, type, typeAs, data, query, audited } = useDesk();
const why = ['--reason', 'Police report 17'];

const enter = async (email: string, password = 'demo1234') => {
  const { status, body } = await shop().call(login, { body: { email, password } });
  return body.status === 'error' ? `${status} ${body.error.code}: ${body.error.message}` : 'in';
};

const enterBy = async (code: string) => {
  const { body } = await shop().call({ ...loginByCode, path: `/api/accounts/login/${code}` }, { body: {} });
  return body.status === 'error' ? body.error.code : 'in';
};

const idOf = async (email: string) =>
  (await query<{ id: number }>('select id from accounts where email = $1', [email]))[0]?.id ?? NaN;

describe('a blocked customer', () => {
  const email = 'new@example.com';
  const refused = '403 ACCOUNT_BLOCKED: Your account is blocked. Please contact us.';

  test('is out at once, and cannot sign in by any means until an operator unblocks the account', async () => {
    const { accessToken } = await shop().logIn(email);
    const socket = await shop().customerSocket(accessToken);
    const { link } = await data<{ link: string }>('customers', 'login-link', email);
    const before = link.split('/').at(-1) ?? '';
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    const done = await type('customers', 'block', email, ...why);
    expect(done).toEqual({ ok: true, text: `${email} is blocked. Sessions ended: 1.` });
    await gone;
    expect((await shop().call(getUser, { accessToken, body: {} })).status).toBe(401);
    await expect(shop().customerSocket(accessToken)).rejects.toThrow();
    expect(await enter(email)).toBe(refused);
    expect(await enter(email, 'guessed')).toBe('401 INVALID_CREDENTIALS: Invalid credentials.');
    expect(await enterBy(before)).toBe('LINK_NOT_VALID');
    expect(await type('customers', 'login-link', email)).toEqual({
      ok: false,
      text: 'The customer is blocked, so a link would not work.',
    });
    expect((await type('customers', 'show', email)).text).toMatch(/\nblocked {9}since \d{4}-.* UTC\n/);
    expect((await type('customers', 'list', '--search', 'new@')).text).toMatch(/ no +yes +EUR 0\.00 /);
    expect((await type('customers', 'list', '--search', 'demo@')).text).toMatch(/ yes +no +Gold /);

    expect(await type('customers', 'unblock', email, ...why)).toEqual({
      ok: true,
      text: `${email} is no longer blocked.`,
    });
    expect(await enter(email)).toBe('in');
    expect(await enterBy(before)).toBe('LINK_NOT_VALID');
    expect(await audited('account_blocked')).toEqual([
      { actor: 'operator:ada', email, details: { why: 'Police report 17', sessions: 1 } },
    ]);
    expect(await audited('account_unblocked')).toMatchObject([{ details: { why: 'Police report 17' } }]);
    expect(await audited('blocked_account_refused')).toMatchObject([
      { actor: 'visitor', email, details: { shown: 'password' } },
    ]);
  });

  test('learns of the block by a link to a new password, which stays valid for when the block ends', async () => {
    await type('customers', 'block', email, ...why);
    expect((await shop().call(forgotPassword, { body: { email, lang: 'en' } })).status).toBe(200);
    const mails = () => mailsTo(shop().dataDir, email);
    await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1);
    const code = (await mails()).map(codeIn)[0] ?? '';
    expect(await enterBy(code)).toBe('ACCOUNT_BLOCKED');
    expect((await query('select 1 from sessions where account_id = $1', [await idOf(email)])).length).toBe(0);
    await type('customers', 'unblock', email, ...why);
    expect(await enterBy(code)).toBe('in');
  });

  test('of two operators, one blocks and the other is told who did', async () => {
    const answers = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, 'customers', 'block', email, ...why)));
    const winner = answers[0]?.ok ? 'ada' : 'bob';
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)?.text).toMatch(
      new RegExp(`^${email} was already blocked by ${winner}, \\d{4}-.* UTC\\.$`),
    );
    await type('customers', 'unblock', email, ...why);
    expect((await type('customers', 'unblock', email, ...why)).text).toContain(' was already unblocked by ada, ');
    expect((await type('customers', 'block', 'nobody@example.com', ...why)).text).toBe(
      'There is no customer with this email.',
    );
  });
});

describe('the money of a blocked customer', () => {
  const email = 'demo@example.com';
  const order = { direction: 'buy', amountMinor: 10_000, leverage: 5, price: 60_010, symbol: 'BTCUSD' } as const;
  let accountId: number;
  let positionId: string;

  beforeAll(async () => {
    accountId = await idOf(email);
    const socket = await shop().customerSocket((await shop().logIn(email)).accessToken);
    shop().feed.confirm('BTCUSD', 60_000, 60_010);
    const payload = { ...order, amount: 100, take_profit: 61_000 };
    const opened = await emitTo<Position>(socket, 'openPosition', payload);
    if (opened.error) throw new Error(opened.code);
    positionId = opened.data.id;
    await query('update accounts set auto_trading = true where id = $1', [accountId]);
    await type('customers', 'block', email, ...why);
  });

  test('opens nothing, neither by an order under way nor by a strategy', async () => {
    const { orderDesk } = shop().app;
    shop().feed.confirm('BTCUSD', 60_000, 60_010);
    const blocked = { ok: false, problem: { code: 'ACCOUNT_BLOCKED' } };
    const levels = { takeProfit: null, stopLoss: null, requestId: null };
    expect(await orderDesk.open(accountId, { ...order, ...levels })).toEqual(blocked);
    const request = { symbol: 'BTCUSD', direction: 'buy', freeMarginPercent: 2 } as const;
    expect(await orderDesk.openForStrategy(accountId, request)).toEqual(blocked);
    const wanted = { accountId, amountMinor: 1_000, at: new Date(shop().runtime.now()) };
    await expect(askWithdrawal(shop().app.database, wanted)).rejects.toThrow('refused: ACCOUNT_BLOCKED');
  });

  test('closes at its levels, and deposits are credited', async () => {
    shop().feed.confirm('BTCUSD', 61_001, 61_011);
    const closed = () => query('select closing_reason as reason from positions where id = $1', [positionId]);
    await expect.poll(closed, { timeout: 30_000 }).toEqual([{ reason: 2 }]);
    expect((await type('transactions', 'deposit', email, '250', ...why)).ok).toBe(true);
    expect(await verifyLedger(shop().app.database)).toMatchObject({ holds: true });
    expect((await type('customers', 'unblock', email, ...why)).ok).toBe(true);
    expect(await enter(email)).toBe('in');
  });
});

test('the answer to a block names the withdrawals that are under way, and no others', async () => {
  const email = 'limited@example.com';
  const { database, runtime } = { ...shop().app, ...shop() };
  const at = new Date(runtime.now());
  const accountId = await idOf(email);
  const ask = (amountMinor: number) => askWithdrawal(database, { accountId, amountMinor, at });
  const [waiting, approved, sent, declined] = [await ask(1_000), await ask(2_000), await ask(3_000), await ask(4_000)];
  for (const id of [approved, sent]) for (const step of ['check', 'approve']) await type('transactions', step, id);
  await type('transactions', 'send', sent);
  await type('transactions', 'decline', declined, '--reason', 'No');
  const { text } = await type('customers', 'block', email, ...why);
  expect(text).toMatch(/^limited@example\.com is blocked\. Sessions ended: \d+\.\nOpen withdrawals\. /);
  const [, , , ...rows] = text.split('\n').filter((line) => !line.startsWith('    '));
  expect(rows.map((row) => row.slice(0, 8)).toSorted()).toEqual(
    [waiting, approved].map((id) => id.slice(0, 8)).toSorted(),
  );
  expect(text).toMatch(/ requested +Withdrawal +EUR -10\.00 /);
  expect(text).toMatch(/ approved +Withdrawal +EUR -20\.00 /);
  expect(await type('customers', 'unblock', email, ...why)).toEqual({
    ok: true,
    text: `${email} is no longer blocked.`,
  });
});
