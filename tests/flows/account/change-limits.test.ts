import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateProfile } from '../../../src/lib/contract/accounts/account-calls.ts';
import { setAutoTrading } from '../../../src/lib/contract/calls.ts';
import { changeLimits } from '../../../src/server/throttle/limits.ts';
import { auditOf, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/**
 * Every change that a customer makes to an account is recorded for good, so limits keep anyone from filling the disk.
 */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

const eventsOf = async (email: string, wanted: string) =>
  (await auditOf(shop, email)).filter(({ event }) => event === wanted);

test('a switch of auto trading is recorded, and switching off is never limited', async () => {
  const email = 'demo@example.com';
  const { accessToken } = await shop.logIn(email);
  const flip = (on: 0 | 1) => visit(shop, setAutoTrading, { accessToken, body: { auto_trading: on } });
  await flip(0);
  const { points } = changeLimits.counters.autoTrading;
  for (let times = 0; times < points; times += 1) {
    expect((await flip(1)).data?.auto_trading).toBe(1);
    if (times === 0) expect((await flip(1)).data?.auto_trading).toBe(1);
    expect((await flip(0)).data?.auto_trading).toBe(0);
  }
  expect(await flip(1)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect((await flip(0)).data?.auto_trading).toBe(0);
  const switched = (await eventsOf(email, 'auto_trading_switched')).map(({ details }) => details['on']);
  expect(switched.filter((on) => on === true)).toHaveLength(points);
  expect(switched.length).toBeLessThanOrEqual(2 * points + 1);
  expect(await eventsOf(email, 'limit_met')).toMatchObject([{ details: { limit: 'auto_trading' } }]);
}, 60_000);

test('profile changes are limited by the hour; one that changes nothing does not count', async () => {
  const email = 'limited@example.com';
  const { accessToken, user } = await shop.logIn(email);
  const profile = {
    ...{ first_name: user.first_name, last_name: user.last_name, phone: '+442079460018', birth_date: '1990-01-02' },
    ...{ country_id: 826, state: 'London', city: 'London', zip_code: 'N1 9GU' },
  };
  const moveTo = (street: string) => visit(shop, updateProfile, { accessToken, body: { ...profile, street } });
  const { points } = changeLimits.counters.profile;
  for (let house = 1; house <= points; house += 1) {
    expect((await moveTo(`Wharf Road ${house}`)).status).toBe(200);
    if (house < points) expect((await moveTo(`Wharf Road ${house}`)).status).toBe(200);
  }
  expect(await moveTo('Wharf Road 0')).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect(await eventsOf(email, 'profile_changed')).toHaveLength(points);
  expect(await eventsOf(email, 'limit_met')).toMatchObject([{ details: { limit: 'profile_change' } }]);
}, 60_000);
