import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateProfile } from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser } from '../../../src/lib/contract/calls.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Fields of a customer that only the broker may set. */

const broker = {
  ...{ verified_account: 1, verified: true, level: 'Gold', pin: '111111', email: 'other@example.com', uniqid: 'OTHER' },
  ...{ custom_leverage: '{}', assets_group_permission: [1], auto_trading: 1, second_factor: 1, balance: 1_000_000 },
  ...{ doc_passport: '{"status":"2"}', documents: { doc_passport: { status: '2' } }, balance_minor: 1, account_id: 1 },
};
const profile = {
  ...{ first_name: 'Nora', last_name: 'Weiss', phone: '+43 660 1234567', birth_date: '1990-05-17', country_id: 40 },
  ...{ state: 'Wien', city: 'Wien', street: 'Ring 1', zip_code: '1010' },
};

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('a customer can change the fields of the profile, but never those of the broker', async () => {
  const { accessToken, user: before } = await shop.logIn('new@example.com');
  const { status } = await shop.call(updateProfile, { accessToken, body: { ...profile, ...broker } });
  expect(status).toBe(200);
  const { body } = await shop.call(getUser, { accessToken, body: {} });
  const after = (body as { data: User }).data;
  const changed = Object.keys(after).filter((name) => after[name as keyof User] !== before[name as keyof User]);
  expect(after.city).toBe('Wien');
  const allowed = Object.keys(profile);
  expect(changed.filter((name) => !allowed.includes(name) && typeof after[name as keyof User] !== 'object')).toEqual(
    [],
  );
  expect(after.assets_group_permission).toEqual(before.assets_group_permission);
});
