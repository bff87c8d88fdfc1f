import { afterAll, beforeAll, expect, test } from 'vitest';
import { getNotices } from '../../../src/lib/contract/accounts/notice-calls.ts';
import type { AutoFloor, Customer } from './auto-floor.ts';
import { openAutoFloor } from './auto-floor.ts';

let floor: AutoFloor;

beforeAll(async () => {
  floor = await openAutoFloor();
});
afterAll(() => floor.end());

const email = 'limited@example.com';
const refused = { status: 403, code: 'CONSENT_REQUIRED' };
const done = { status: 200, code: null };

async function storedOf(address: string) {
  const text = `select auto_trading as "isOn", auto_consented_to as "consentedTo", auto_consented_at as "consentedAt"
    from accounts where email = $1`;
  return (await floor.database.query(text, [address])).rows[0];
}

async function switchesOf(address: string) {
  const text = `select actor, details from audit_entries e join accounts a on a.id = e.account_id
    where event = 'auto_trading_switched' and a.email = $1 order by e.at, e.id`;
  return (await floor.database.query(text, [address])).rows;
}

async function noticesOf({ accessToken }: Customer): Promise<string[]> {
  const { body } = await floor.call(getNotices, { accessToken, body: {} });
  return body.status === 'success' ? body.data.notices.map(({ code }) => code) : [];
}

test('auto trading is switched on only with consent to its rule, which is stored with its instant', async () => {
  const customer = await floor.logIn(email);
  const { rule, consented_at: before } = await floor.detailsOf(customer);
  expect(before).toBeNull();
  expect(rule).toMatchObject({ resolution: '1m', fast: 2, slow: 3, free_margin_percent: 2 });
  expect(rule).toMatchObject({ exposure_percent: 50, daily_stop_percent: 5 });
  expect(await floor.ask(customer, { auto_trading: 1 })).toEqual(refused);
  expect(await floor.ask(customer, { auto_trading: 1, consent: `${rule.version}.` })).toEqual(refused);
  expect(await storedOf(email)).toEqual({ isOn: false, consentedTo: null, consentedAt: null });
  expect(await switchesOf(email)).toEqual([]);

  const at = new Date(floor.runtime.now());
  expect(await floor.ask(customer, { auto_trading: 1, consent: rule.version })).toEqual(done);
  expect(await storedOf(email)).toEqual({ isOn: true, consentedTo: rule.version, consentedAt: at });
  expect((await floor.detailsOf(customer)).consented_at).toBe(at.toISOString());
  floor.runtime.advance(60_000);
  // What was agreed to once holds, also for a program that names no rule.
  expect(await floor.ask(customer, { auto_trading: 0 })).toEqual(done);
  expect(await floor.ask(customer, { auto_trading: 1 })).toEqual(done);
  expect(await floor.ask(customer, { auto_trading: 0 })).toEqual(done);
  expect(await floor.ask(customer, { auto_trading: 1, consent: rule.version })).toEqual(done);
  expect(await storedOf(email)).toMatchObject({ consentedAt: at });
  const on = { actor: 'customer', details: { on: true, rule: rule.version } };
  const off = { actor: 'customer', details: { on: false } };
  expect(await switchesOf(email)).toEqual([on, off, on, off, on]);
});

test('a changed rule switches auto trading off, tells the customer once, and needs consent again', async () => {
  await floor.fall('BTCUSD');
  const customer = await floor.enter(email);
  const { rule: old } = await floor.detailsOf(customer);
  await floor.rise('BTCUSD');
  expect(await floor.openOf(customer)).toHaveLength(1);
  const changed = { AUTO_TRADING_MAX_EXPOSURE_PERCENT: '40' };
  for (let start = 0; start < 2; start++) {
    await floor.restart(changed);
    await floor.retire();
  }
  const back = await floor.logIn(email);
  expect(await storedOf(email)).toMatchObject({ isOn: false, consentedTo: old.version });
  expect(await noticesOf(back)).toEqual(['auto_rule_changed']);
  const { rule, consented_at: agreed } = await floor.detailsOf(back);
  expect([rule.exposure_percent, agreed]).toEqual([40, null]);
  expect(await floor.ask(back, { auto_trading: 1 })).toEqual(refused);
  expect(await floor.ask(back, { auto_trading: 1, consent: old.version })).toEqual(refused);
  // The position stays the customer's.
  await floor.drop('BTCUSD');
  expect(await floor.openOf(back)).toHaveLength(1);
  expect(await floor.ask(back, { auto_trading: 1, consent: rule.version })).toEqual(done);
  expect((await switchesOf(email)).at(-2)).toEqual({ actor: 'system', details: { on: false, rule: rule.version } });
  await floor.restart(changed);
  await floor.retire();
  expect(await storedOf(email)).toMatchObject({ isOn: true });
});

test('an account that had it on before anybody was asked has to agree first', async () => {
  const address = 'new@example.com';
  await floor.database.query('update accounts set auto_trading = true where email = $1', [address]);
  await floor.restart();
  await floor.retire();
  expect(await storedOf(address)).toEqual({ isOn: false, consentedTo: null, consentedAt: null });
  expect(await noticesOf(await floor.logIn(address))).toContain('auto_rule_changed');
});
