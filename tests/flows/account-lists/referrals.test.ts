import { afterAll, beforeAll, expect, test } from 'vitest';
import { getReferrals } from '../../../src/lib/contract/accounts/account-calls.ts';
import { maximumReferrals } from '../../../src/server/accounts/referral-rows.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { affiliateAccess, idOfAccount } from './demo-owners.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function listOf(email: string) {
  const { accessToken } = await shop.logIn(email);
  const { body } = await shop.call(getReferrals, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

async function insertReferred(email: string, count: number): Promise<void> {
  await shop.app.database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids,
       referred_by_account_id, created_at, entered_at)
     select gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', '-', 'Many', 'Number ' || n, '{}', $1,
       now() - n * interval '1 hour', now() from generate_series(1, $2) n`,
    [await idOfAccount(shop, email), count],
  );
}

test('a customer sees the name, the address and the day of each referral, and nothing more', async () => {
  const listed = await listOf('demo@example.com');
  expect(getReferrals.data.safeParse(listed).success).toBe(true);
  expect(listed[0]).toEqual({
    full_name: 'Jonas Keller',
    email: 'jonas.keller@example.com',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
});

test('nobody sees the referrals of an affiliate or of another customer', async () => {
  expect(await listOf('limited@example.com')).toEqual([]);
});

test('they come newest first, at most a thousand', async () => {
  await insertReferred('limited@example.com', maximumReferrals + 1);
  const listed = await listOf('limited@example.com');
  expect(listed).toHaveLength(maximumReferrals);
  const dates = listed.map(({ created_at: at }) => at);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(listed.some(({ full_name: name }) => name === `Many Number ${maximumReferrals + 1}`)).toBe(false);
  expect(await listOf('limited@example.com')).toEqual(listed);
});

test('no session, an affiliate’s session or another customer’s token shows nothing', async () => {
  expect((await shop.call(getReferrals, { body: {} })).status).toBe(401);
  const affiliate = await affiliateAccess(shop);
  expect((await shop.call(getReferrals, { accessToken: affiliate, body: {} })).status).toBe(403);
  const { accessToken } = await shop.logIn('new@example.com');
  const { user: another } = await shop.logIn('demo@example.com');
  const answer = await shop.call(getReferrals, { accessToken, body: { token: another.token } });
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
});
