import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAffiliateAccounts, getAffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { emailOf, enterAsAffiliate, referred } from './affiliate-floor.ts';
import type { ListReader } from './list-reader.ts';
import { createListReader } from './list-reader.ts';

/** What affiliates see: the demo people, periods, searches and refusals. */

let shop: TestApp;
let reader: ListReader;
let accessToken = '';

beforeAll(async () => {
  shop = await createTestApp();
  reader = createListReader(shop);
  accessToken = (await enterAsAffiliate(shop)).accessToken;
});
afterAll(() => shop.close());

describe('the demo affiliate', () => {
  test('sees twelve accounts in five countries, newest first, four of them with a first deposit', async () => {
    const accounts = await reader.list(accessToken);
    expect(accounts).toHaveLength(12);
    expect(accounts[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      ...{ first_name: 'Anna', last_name: 'Steiner', email: 'anna.steiner@example.com', country: 'AT' },
      ...{ created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string, source_page: '/', source_tag: null },
      ...{ transaction: null, fault: null },
    });
    expect(new Set(accounts.map(({ country }) => country))).toEqual(new Set(['DE', 'IT', 'ES', 'FR', 'AT']));
    const deposits = accounts.flatMap(({ transaction }) => (transaction ? [transaction.amount] : []));
    expect(deposits.sort((one, other) => one - other)).toEqual([250, 375, 500, 1000]);
  });

  test('has a conversion in whole percent, and accounts per first deposit by country', async () => {
    const summary = await reader.summary(accessToken);
    expect(getAffiliateSummary.data.safeParse(summary).success).toBe(true);
    expect(summary).toMatchObject({ total: 12, first_deposits: 4, conversion: 33, not_counted: 0 });
    expect(summary.countries).toEqual([
      { country: 'DE', total: 3, first_deposits: 2, accounts_per_first_deposit: 1.5 },
      { country: 'IT', total: 3, first_deposits: 1, accounts_per_first_deposit: 3 },
      { country: 'AT', total: 2, first_deposits: 0, accounts_per_first_deposit: null },
      { country: 'ES', total: 2, first_deposits: 0, accounts_per_first_deposit: null },
      { country: 'FR', total: 2, first_deposits: 1, accounts_per_first_deposit: 2 },
    ]);
  });

  test('finds nothing if nothing matches', async () => {
    expect(await reader.list(accessToken, { search: 'zzz' })).toEqual([]);
    expect(await reader.summary(accessToken, { search: 'zzz' })).toEqual({
      ...{ total: 0, first_deposits: 0, conversion: 0, not_counted: 0, countries: [], days: [] },
    });
  });
});

describe('a search', () => {
  test.each([['percent%'], ['under_score'], ['back\\slash'], ['o’neill'], ['Löwe']])(
    'takes %s literally',
    async (name) => {
      const own = `search-${Buffer.from(name).toString('hex')}`;
      const bearer = await reader.enterWith(own, [
        referred(`${own}a`, { lastName: name }),
        referred(`${own}b`, { lastName: 'percent under score back slash oneil' }),
      ]);
      expect((await reader.list(bearer, { search: name.slice(2) })).map(({ id }) => id)).toEqual([`${own}a`]);
    },
  );

  test('matches first and last name, and ignores surrounding blanks and control characters', async () => {
    expect(await reader.list(accessToken, { search: '  ANNA STEI\u0000 ' })).toHaveLength(1);
  });
});

describe('a wrong request', () => {
  const from = '2026-01-01';
  const until = '2026-01-31';
  test.each([
    [{ filter: { where: 'created_at', from, until: '2025-12-31' } }, 'filter.until'],
    [{ filter: { where: 'created_at', from } }, 'filter.until'],
    [{ filter: { where: 'created_at', until } }, 'filter.from'],
    [{ filter: { from, until } }, 'filter.where'],
    [{ filter: { where: 'password_hash', from, until } }, 'filter.where'],
    [{ filter: { where: 'created_at', from: '2026-02-30', until } }, 'filter.from'],
    [{ filter: { where: 'created_at', from: "2026-01-01'", until } }, 'filter.from'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ sort: 'email' }, 'sort'],
    [{ order: 'sideways' }, 'order'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ after: '' }, 'after'],
    [{ after: 'c1.nobody' }, 'after'],
    [{ after: 'x1700000000000000.y' }, 'after'],
    [{ after: 'c99999999999999999999.y' }, 'after'],
    [{ after: "c1.' or 1=1" }, 'after'],
  ])('is refused: %j', async (body, field) => {
    const { status, body: answer } = await shop.call(getAffiliateAccounts, { accessToken, body });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: { code: 'VALIDATION', fields: { [field]: expect.any(String) as string } } });
  });

  test.each(['0001-01-01', '9999-12-31'])('is answered, however far away %s is', async (day) => {
    for (const where of ['created_at', 'transactions'] as const) {
      expect(await reader.list(accessToken, { filter: { where, from: day, until: day } })).toEqual([]);
      expect(await reader.summary(accessToken, { filter: { where, from: day, until: day } })).toMatchObject({
        total: 0,
      });
    }
  });

  test('is refused with a cursor of another list', async () => {
    const { next } = await reader.page(accessToken, { limit: 1 });
    const { body } = await shop.call(getAffiliateAccounts, {
      ...{ accessToken, body: { sort: 'first_deposit', after: next } },
    });
    expect(body).toMatchObject({ error: { code: 'VALIDATION' } });
  });
});

describe('a period', () => {
  test('includes both of its days completely, in UTC', async () => {
    const at = (text: string) => new Date(text);
    const bearer = await reader.enterWith('period', [
      referred('p1', { createdAt: at('2026-02-28T23:59:59.999Z') }),
      referred('p2', { createdAt: at('2026-03-01T00:00:00Z') }),
      referred('p3', {
        createdAt: at('2026-03-31T23:59:59.999Z'),
        deposit: { at: at('2026-04-01T00:00:00Z'), minor: 1 },
      }),
      referred('p4', { createdAt: at('2026-04-01T00:00:00Z') }),
    ]);
    const march = { from: '2026-03-01', until: '2026-03-31' };
    const ids = async (where: 'created_at' | 'transactions', days = march) =>
      (await reader.list(bearer, { filter: { where, ...days } })).map(({ id }) => id);
    expect(await ids('created_at')).toEqual(['p3', 'p2']);
    expect(await ids('transactions')).toEqual([]);
    expect(await ids('transactions', { from: '2026-04-01', until: '2026-04-01' })).toEqual(['p3']);
  });
});

test('an account whose owner never signed in is in no list, total or file', async () => {
  const bearer = await reader.enterWith('unentered', [referred('ue1', { enteredAt: null }), referred('ue2')]);
  expect((await reader.list(bearer)).map(({ id }) => id)).toEqual(['ue2']);
  expect(await reader.summary(bearer)).toMatchObject({ total: 1, not_counted: 0 });
  expect((await reader.file(bearer)).text).not.toContain('ue1');
});

test('an account with a fault is listed with its reason and counts in no total', async () => {
  const deposit = { at: new Date('2026-03-02T00:00:00Z'), minor: 25_000 };
  const bearer = await reader.enterWith('faulty', [
    referred('f1', { fault: 'self', deposit }),
    referred('f2', { fault: 'duplicate', countryId: 40 }),
    referred('f3', { deposit }),
  ]);
  expect((await reader.list(bearer, { order: 'asc' })).map(({ fault }) => fault)).toEqual(['self', 'duplicate', null]);
  expect(await reader.summary(bearer)).toEqual({
    ...{ total: 1, first_deposits: 1, conversion: 100, not_counted: 2 },
    countries: [{ country: 'GB', total: 1, first_deposits: 1, accounts_per_first_deposit: 1 }],
    days: [
      { day: '2026-03-01', registrations: 1, first_deposits: 0 },
      { day: '2026-03-02', registrations: 0, first_deposits: 1 },
    ],
  });
});

test('an email is listed as stored', async () => {
  const bearer = await reader.enterWith('mailed', [referred('mailed1')]);
  expect((await reader.list(bearer))[0]?.email).toBe(emailOf({ uniqid: 'mailed1' }));
});
