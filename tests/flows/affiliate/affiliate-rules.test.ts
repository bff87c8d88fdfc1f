import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countryCodeOf } from '../../../src/server/locations/countries.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enterAsAffiliate, makeAffiliate, referAccounts, referred } from './affiliate-floor.ts';
import type { ListReader, Page } from './list-reader.ts';
import { createListReader } from './list-reader.ts';
import { naivelyChosen, naivelySorted, naiveSummary } from './naive-affiliate.ts';

/**
 * Compares the lists, pages, totals and files of affiliates with a naive model that follows the wording of the rules.
 */

let shop: TestApp;
let reader: ListReader;

beforeAll(async () => {
  shop = await createTestApp();
  reader = createListReader(shop);
});
afterAll(() => shop.close());

test('accounts that arrive between two pages cause neither repeats nor gaps', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, second));
  const name = 'moving';
  const id = await makeAffiliate(shop, name);
  const all = Array.from({ length: 9 }, (_, index) => referred(`m${index}`, { createdAt: at(index) }));
  await referAccounts(shop, id, all);
  const { accessToken: bearer } = await enterAsAffiliate(shop, `${name}@example.com`);
  for (const sort of ['created_at', 'first_deposit'] as const) {
    const first = await reader.page(bearer, { sort, limit: 4 });
    await referAccounts(shop, id, [referred(`${sort}-new`, { createdAt: at(60) })]);
    await shop.app.database.query(
      `update accounts set first_deposit_at = now(), first_deposit_minor = 100 where uniqid = $1`,
      [first.data.at(-1)!.id],
    );
    const rest: string[] = [];
    let after = first.next;
    while (after !== null) {
      const page: Page = await reader.page(bearer, { sort, limit: 4, after });
      rest.push(...page.data.map((account) => account.id));
      after = page.next;
    }
    const seen = [...first.data.map((account) => account.id), ...rest];
    expect(new Set(seen).size).toBe(seen.length);
    expect(all.filter(({ uniqid }) => !seen.includes(uniqid))).toEqual([]);
  }
});

test('a file has every matching account and no formula', async () => {
  const many = Array.from({ length: 1_203 }, (_, index) =>
    referred(`file${index}`, { createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 3))) }),
  );
  const deposit = { at: new Date('2026-03-05T10:00:00Z'), minor: 12_345 };
  const odd = referred('odd', { firstName: '=HYPERLINK("x")', lastName: 'a,"b"', sourceTag: 'spring', deposit });
  const bearer = await reader.enterWith('filed', [...many, odd]);
  const { status, type, text } = await reader.file(bearer);
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    'id,first_name,last_name,email,country,created_at,source_page,source_tag,first_deposit,first_deposit_amount,currency,fault',
  );
  expect(lines[1]).toBe(
    `odd,"'=HYPERLINK(""x"")","a,""b""",odd@example.com,GB,2026-03-01T12:00:00.000Z,/,spring,2026-03-05T10:00:00.000Z,123.45,EUR,`,
  );
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(naivelySorted([...many, odd], {}));
  expect(lines.at(-1)).toBe('');
});

test('however many files are under way, only one part of them is read at a time', async () => {
  const many = Array.from({ length: 600 }, (_, index) => referred(`at-once${index}`));
  const bearer = await reader.enterWith('at-once', many);
  const { database } = shop.app;
  const ask = database.query.bind(database) as (query: { name?: string }) => Promise<never>;
  let [now, most] = [0, 0];
  const spy = vi.spyOn(database, 'query').mockImplementation((async (query: { name?: string }) => {
    if (query.name?.startsWith('affiliate-list') !== true) return ask(query);
    now += 1;
    most = Math.max(most, now);
    return ask(query).finally(() => (now -= 1));
  }) as never);
  try {
    const files = await Promise.all(Array.from({ length: 6 }, () => reader.file(bearer)));
    for (const { text } of files) expect(text.split('\r\n')).toHaveLength(602);
    expect(most).toBe(1);
  } finally {
    spy.mockRestore();
  }
});

describe('for any request', () => {
  const instant = fc.integer({ min: 0, max: 9 * 24 }).map((hours) => new Date(Date.UTC(2026, 4, 1, hours)));
  const account = fc.record({
    firstName: fc.constantFrom('Ada', 'Adam', 'Bob', 'ann'),
    lastName: fc.constantFrom('Lovelace', 'Byron', 'Ann'),
    countryId: fc.constantFrom(null, 276, 40, 724),
    createdAt: instant,
    depositAt: fc.option(instant),
    fault: fc.constantFrom(null, null, null, 'self' as const, 'duplicate' as const),
    hasEntered: fc.constantFrom(true, true, true, true, false),
  });
  const day = fc.integer({ min: 1, max: 11 }).map((date) => `2026-05-${String(date).padStart(2, '0')}`);
  const filter = fc
    .tuple(fc.constantFrom('created_at' as const, 'transactions' as const), day, day)
    .map(([where, one, other]) => ({ where, from: one < other ? one : other, until: one < other ? other : one }));
  const request = fc.record({
    filter: fc.option(filter, { nil: undefined }),
    search: fc.constantFrom(undefined, '', 'ad', 'ANN', 'a b', 'e', '@example', 'any1', 'ovel'),
    sort: fc.constantFrom('created_at', 'first_deposit'),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 7 }),
  });

  test('lists, totals and files agree with the rules', async () => {
    let round = 0;
    const property = fc.asyncProperty(
      fc.array(account, { maxLength: 25 }),
      fc.array(request, { minLength: 4, maxLength: 4 }),
      async (drawn, requests) => {
        round += 1;
        const accounts = drawn.map(({ depositAt, hasEntered, ...facts }, index) =>
          referred(`any${round}x${index}`, {
            ...facts,
            deposit: depositAt && { at: depositAt, minor: 100 + index },
            enteredAt: hasEntered ? facts.createdAt : null,
          }),
        );
        const bearer = await reader.enterWith(`any${round}`, accounts);
        for (const one of requests) {
          const chosen = naivelyChosen(accounts, one);
          const ids = naivelySorted(chosen, one);
          expect((await reader.list(bearer, one)).map(({ id }) => id)).toEqual(ids);
          const { filter: period, search, sort, order } = one;
          expect(await reader.summary(bearer, { filter: period, search })).toEqual(naiveSummary(chosen, countryCodeOf));
          const { text } = await reader.file(bearer, { filter: period, search, sort, order });
          expect(
            text
              .split('\r\n')
              .slice(1, -1)
              .map((line) => line.split(',')[0]),
          ).toEqual(ids);
        }
      },
    );
    await fc.assert(property, { numRuns: 7 });
  });
});
