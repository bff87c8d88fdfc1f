import { afterEach, describe, expect, test } from 'vitest';
import { exportAffiliateAccounts, getAffiliateAccounts } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enterAsAffiliate } from './affiliate-floor.ts';

/** Masked data never leaves the server in an answer, and a search cannot reveal it. */

let shop: TestApp | undefined;
afterEach(() => shop?.close());

const cases = [
  ['none', { name: 'Anna', email: 'anna.steiner@example.com' }, { byName: 1, byEmail: 1 }],
  ['names', { name: 'A•••', email: 'anna.steiner@example.com' }, { byName: 0, byEmail: 1 }],
  ['emails', { name: 'Anna', email: 'a•••' }, { byName: 1, byEmail: 0 }],
  ['all', { name: 'A•••', email: 'a•••' }, { byName: 0, byEmail: 0 }],
] as const;

describe.each(cases)('with %s masked', (masked, shown, found) => {
  test('a list, a file and a search reveal no more than that', async () => {
    shop = await createTestApp({ env: { AFFILIATE_MASKED: masked } });
    const { accessToken, user } = await enterAsAffiliate(shop);
    expect(user.masked).toBe(masked);
    const listed = async (search?: string) => {
      const { body } = await shop!.call(getAffiliateAccounts, { accessToken, body: { search } });
      return body.status === 'success' ? body.data.data : [];
    };
    const [newest] = await listed();
    expect(newest).toMatchObject({ first_name: shown.name, email: shown.email });
    expect(await listed('anna steiner')).toHaveLength(found.byName);
    expect(await listed('anna.steiner@')).toHaveLength(found.byEmail);
    expect(await listed(newest!.id.slice(1))).toHaveLength(1);
    const response = await fetch(`${shop.url}${exportAffiliateAccounts.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const text = await response.text();
    expect(text).toContain(shown.email);
    expect(text.includes('Steiner')).toBe(found.byName === 1);
    expect(text.includes('anna.steiner')).toBe(found.byEmail === 1);
  });
});
