import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import { exportAllowance } from '../../../src/server/affiliates/listing/listing-routes.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';
import type { ReferredFacts } from './affiliate-floor.ts';
import { enterAsAffiliate, makeAffiliate, referAccounts, referred } from './affiliate-floor.ts';

/**
 * An affiliate sees only its own data: nothing of another affiliate through any call, filter, search, order, page or
 * file. A customer sees none of it.
 */

const forAffiliates = everyCall.filter(({ audience }) => audience === 'affiliate');
let shop: TestApp;
let own: Entered;
let other: Entered;
let customer: { accessToken: string; token: string };

interface Entered {
  id: number;
  accessToken: string;
  token: string;
}

/**
 * The referred people of one affiliate. Both affiliates get the same names, instants, countries and deposits, so that
 * only the ids tell their people apart.
 */
const people = (owner: string): ReferredFacts[] =>
  Array.from({ length: 30 }, (_, index) =>
    referred(`${owner}${String(index).padStart(2, '0')}`, {
      ...{ firstName: 'Ada', lastName: 'Lovelace', createdAt: new Date(Date.UTC(2026, 2, 1, 0, 0, index >> 2)) },
      deposit: index % 3 === 0 ? { at: new Date(Date.UTC(2026, 2, 2, 0, 0, index >> 3)), minor: 10_000 } : null,
    }),
  );

beforeAll(async () => {
  shop = await createTestApp();
  const enter = async (name: string): Promise<Entered> => {
    const id = await makeAffiliate(shop, name);
    const { accessToken, user } = await enterAsAffiliate(shop, `${name}@example.com`);
    return { id, accessToken, token: user.token };
  };
  [own, other] = [await enter('own'), await enter('other')];
  // Accounts are inserted for both affiliates alternately, so that their rows are interleaved.
  for (const [index, one] of people('mine-').entries()) {
    await referAccounts(shop, own.id, [one]);
    await referAccounts(shop, other.id, [people('theirs-')[index]!]);
  }
  const { accessToken, user } = await shop.logIn();
  customer = { accessToken, token: user.token };
});
afterAll(() => shop.close());

async function send(call: Call, accessToken: string, body: object) {
  const response = await fetch(`${shop.url}${call.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('there are calls of affiliates', () => {
  expect(forAffiliates.length).toBeGreaterThanOrEqual(5);
});

describe.each(forAffiliates)('$name', (call) => {
  test('is closed to a customer, even one who names the affiliate', async () => {
    for (const body of [{}, { token: customer.token }, { token: own.token }]) {
      const { status, text } = await send(call, customer.accessToken, body);
      expectRefusal(status, JSON.parse(text), 'FORBIDDEN');
    }
  });

  test('is closed to an affiliate that names another', async () => {
    const { status, text } = await send(call, own.accessToken, { token: other.token });
    expectRefusal(status, JSON.parse(text), 'FORBIDDEN');
  });

  test('is closed to an affiliate that has logged out', async () => {
    const accessToken = await shop.app.sessions.open({ affiliateId: own.id });
    await shop.app.database.query('delete from sessions where affiliate_id = $1 and token_hash = $2', [
      own.id,
      Buffer.from((await shop.app.sessions.peek(accessToken))!.tokenHash, 'hex'),
    ]);
    const { status, text } = await send(call, accessToken, {});
    expectRefusal(status, JSON.parse(text), 'UNAUTHENTICATED');
  });
});

const days = { from: '2026-03-01', until: '2026-03-31' };
const filters = [undefined, { where: 'created_at', ...days }, { where: 'transactions', ...days }];
const searches = [undefined, 'theirs', 'theirs-07', 'theirs-07@example.com', 'ada', 'e', '%', '_', "' or 1=1 --"];
const requests = filters.flatMap((filter) => searches.map((search) => ({ filter, search })));

describe.each(requests)('with $filter.where, $search', (request) => {
  test.each(['created_at', 'first_deposit'])('no page sorted by %s has an account of another', async (sort) => {
    for (const order of ['asc', 'desc']) {
      let after: string | null = null;
      let seen = 0;
      do {
        const body = { ...request, sort, order, limit: 7, after };
        const { status, text } = await send(getAffiliateAccounts, own.accessToken, body);
        expect(status).toBe(200);
        expect(text.replaceAll('theirs-07', '')).not.toContain('theirs');
        const { data } = (JSON.parse(text) as { data: { data: unknown[]; next: string | null } }).data;
        seen += data.length;
        after = (JSON.parse(text) as { data: { next: string | null } }).data.next;
      } while (after !== null);
      const isOfAll = request.search === undefined || request.search === 'ada' || request.search === 'e';
      const all = request.filter?.where === 'transactions' ? 10 : 30;
      expect(seen).toBe(isOfAll ? all : 0);
    }
  });

  test('no total counts one of another', async () => {
    const { text } = await send(getAffiliateSummary, own.accessToken, request);
    const { data } = JSON.parse(text) as { data: { total: number } };
    expect(data.total).toBeLessThanOrEqual(30);
    if (request.search?.startsWith('theirs')) expect(data.total).toBe(0);
  });
});

test('another’s cursor is refused', async () => {
  const { text } = await send(getAffiliateAccounts, other.accessToken, { limit: 3 });
  const { next } = (JSON.parse(text) as { data: { next: string } }).data;
  expect(next).toContain('theirs');
  const { status, text: answer } = await send(getAffiliateAccounts, own.accessToken, { after: next });
  expectRefusal(status, JSON.parse(answer), 'VALIDATION');
});

test('two who ask the same at once each get their own', async () => {
  const asked = Array.from({ length: 10 }, async (_, index) => {
    const who = index % 2 === 0 ? own : other;
    const { text } = await send(getAffiliateAccounts, who.accessToken, { limit: 100 });
    return text.includes(who === own ? 'theirs' : 'mine');
  });
  expect(await Promise.all(asked)).not.toContain(true);
});

test('no file has an account of another', async () => {
  const { status, text } = await send(exportAffiliateAccounts, own.accessToken, {});
  expect(status).toBe(200);
  expect(text.split('\r\n')).toHaveLength(32);
  expect(text).not.toContain('theirs');
});

test('no answer names an account by the id that counts customers', async () => {
  const { rows } = await shop.app.database.query<{ token: string }>('select token::text from accounts');
  const { text } = await send(getAffiliateAccounts, own.accessToken, { limit: 100 });
  for (const { token } of rows) expect(text).not.toContain(token);
  expect(text).not.toMatch(/"(account_?)?id":\d/i);
});

test('files are limited by the hour', async () => {
  const { accessToken } = other;
  const statuses: number[] = [];
  for (let tries = 0; tries <= exportAllowance.points; tries += 1)
    statuses.push((await send(exportAffiliateAccounts, accessToken, { search: 'nobody' })).status);
  expect(statuses.slice(0, -1)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  const { rows } = await shop.app.database.query(
    `select actor, details from audit_entries where affiliate_id = $1 and event = 'limit_met'`,
    [other.id],
  );
  expect(rows).toEqual([{ actor: 'affiliate', details: { limit: 'affiliate_export' } }]);
});
