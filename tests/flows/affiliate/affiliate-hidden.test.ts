import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enterAsAffiliate } from './affiliate-floor.ts';
import type { ListReader } from './list-reader.ts';
import { createListReader } from './list-reader.ts';

/**
 * If the broker tells nobody who has an account, an affiliate learns of a registration only after its owner has signed
 * in.
 */

const siteUrl = 'https://broker.example';
let shop: TestApp;
let reader: ListReader;
let affiliate: Awaited<ReturnType<typeof enterAsAffiliate>>;

beforeAll(async () => {
  const env = { HIDE_ACCOUNT_EXISTENCE: 'on', REGISTRATION: 'on', TRUST_PROXY: 'on', SITE_URL: siteUrl };
  shop = await createTestApp({ env });
  reader = createListReader(shop);
  affiliate = await enterAsAffiliate(shop);
});
afterAll(() => shop.close());

async function signUp(email: string): Promise<string> {
  const person = { first_name: 'Ada', last_name: 'Lovelace', password: 'chosen-first', phone: '+442079460018' };
  const body = { ...person, email, agree: true, ref: affiliate.user.uniqid, source_page: '/about' };
  expect((await visit(shop, register, { body })).status).toBe(200);
  await expect.poll(async () => (await mailsTo(shop.dataDir, email)).length, { timeout: 20_000 }).toBe(1);
  return codeIn((await mailsTo(shop.dataDir, email))[0]!);
}

const emails = async () => (await reader.list(affiliate.accessToken)).map(({ email }) => email);

test('a new address is listed once the link of its mail was followed, a taken one never', async () => {
  const before = await reader.summary(affiliate.accessToken);
  const code = await signUp('ada@example.com');
  await signUp('limited@example.com');
  expect(await reader.summary(affiliate.accessToken)).toEqual(before);
  expect(await emails()).not.toContain('ada@example.com');
  expect((await visit(shop, loginByCode, { params: { code } })).status).toBe(200);
  expect(await emails()).toContain('ada@example.com');
  expect(await emails()).not.toContain('limited@example.com');
  expect(await reader.summary(affiliate.accessToken)).toMatchObject({ total: before.total + 1 });
});

test('many first sign-ins at once all succeed', async () => {
  const email = 'lena.fischer@example.com';
  await shop.app.database.query(
    `update accounts set entered_at = null, password_hash = (select password_hash from accounts where email = 'demo@example.com')
     where email = $1`,
    [email],
  );
  const body = { email, password: 'demo1234' };
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await visit(shop, login, { body })).status),
  );
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await emails()).toContain(email);
});
