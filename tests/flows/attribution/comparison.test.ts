import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  compareAffiliateAccounts,
  exportAffiliateAccounts,
  longestComparisonBytes,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { mostListed } from '../../../src/server/affiliates/attribution/compare-accounts.ts';
import { comparisonAllowance } from '../../../src/server/affiliates/attribution/comparison-routes.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { referAccounts, referred } from '../affiliate/affiliate-floor.ts';
import type { Partner } from './postback-floor.ts';
import { openPartner } from './postback-floor.ts';

/** An affiliate's own file, compared with what we counted. Each test has its own affiliate. */

let shop: TestApp;
let partner: Partner;
let partners = 0;
/** Makes ids that no other test uses. */
let own: (name: string) => string;

const day = (text: string) => new Date(`${text}T12:00:00Z`);

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  partners += 1;
  partner = await openPartner(shop, `partner-${partners}`);
  own = (name) => `${name}${partners}`;
});

const refer = (...accounts: Parameters<typeof referAccounts>[2]) => referAccounts(shop, partner.affiliateId, accounts);

async function compare(csv: string, to = { shop, partner }) {
  const { accessToken } = to.partner;
  return visit(to.shop, compareAffiliateAccounts, { accessToken, body: { csv } });
}
const lines = (...rows: string[]) => rows.join('\n');
const reasons = (answer: Awaited<ReturnType<typeof compare>>) =>
  answer.data?.differences.map(({ line, account, reason }) => [line, account, reason]);

describe('a file', () => {
  test('with correct data agrees', async () => {
    await refer(
      referred(own('a'), { createdAt: day('2026-03-01'), deposit: { at: day('2026-03-04'), minor: 5_000 } }),
      referred(own('b'), { createdAt: day('2026-03-02') }),
    );
    const csv = lines(
      'id;created_at;first_deposit',
      `${own('a')};01.03.2026;04.03.2026`,
      `${own('b').toUpperCase()};2026-03-02T09:00:00+01:00;`,
    );
    expect((await compare(csv)).data).toEqual({
      lines: 2,
      matched: 2,
      different: 0,
      missing: 0,
      unread_columns: [],
      days: { from: '2026-03-01', until: '2026-03-02' },
      differences: [],
    });
  });

  test('that we exported agrees, whatever names it contains', async () => {
    await refer(
      referred(own('a'), {
        firstName: '=cmd()',
        lastName: 'O"Hara, "x"',
        deposit: { at: day('2026-03-04'), minor: 1 },
      }),
      referred(own('-b')),
    );
    const file = await fetch(`${shop.url}${exportAffiliateAccounts.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${partner.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect((await compare(await file.text())).data).toMatchObject({ lines: 2, matched: 2, different: 0, missing: 0 });
  });

  test('with differences gets a reason for each row, and the accounts that it lacks', async () => {
    await refer(
      referred(own('paid'), { createdAt: day('2026-03-01'), deposit: { at: day('2026-03-04'), minor: 5_000 } }),
      referred(own('unpaid'), { createdAt: day('2026-03-01') }),
      referred(own('self'), { createdAt: day('2026-03-01'), fault: 'self' }),
      referred(own('again'), { createdAt: day('2026-03-01'), fault: 'duplicate' }),
      referred(own('missing'), { createdAt: day('2026-03-02') }),
      referred(own('later'), { createdAt: day('2026-03-04') }),
    );
    const csv = lines(
      'email,created_at,first_deposit',
      `${own('paid')}@Example.com,2026-03-01,`,
      `${own('unpaid')}@example.com,2026-03-03,2026-03-04`,
      `${own('unpaid')}@example.com,2026-03-01,`,
      `${own('self')}@example.com,2026-03-01,`,
      `${own('again')}@example.com,2026-03-01,`,
      `nobody@example.com,2026-03-01,`,
      `,2026-03-01,`,
      `x@example.com,01/02/2026,`,
    );
    const answer = await compare(csv);
    expect(reasons(answer)).toEqual([
      [2, `${own('paid')}@Example.com`, 'first_deposit_missing'],
      [3, `${own('unpaid')}@example.com`, 'no_first_deposit'],
      [4, `${own('unpaid')}@example.com`, 'repeated'],
      [5, `${own('self')}@example.com`, 'self'],
      [6, `${own('again')}@example.com`, 'duplicate'],
      [7, 'nobody@example.com', 'not_among_yours'],
      [8, '', 'not_understood'],
      [9, 'x@example.com', 'not_understood'],
      [null, own('missing'), 'not_in_file'],
    ]);
    expect(answer.data).toMatchObject({ lines: 8, matched: 0, different: 8, missing: 1 });
    // An account that was opened later is not missing from a file that ends before that day.
    expect(answer.data!.days).toEqual({ from: '2026-03-01', until: '2026-03-03' });
    expect(answer.data!.differences[0]).toMatchObject({
      theirs: { created_at: '2026-03-01T00:00:00.000Z', first_deposit: null },
      ours: { created_at: '2026-03-01T12:00:00.000Z', first_deposit: '2026-03-04T12:00:00.000Z' },
    });
    expect(answer.data!.differences[8]).toMatchObject({ theirs: null, ours: { first_deposit: null } });
    expect(compareAffiliateAccounts.data.safeParse(answer.data).success).toBe(true);
  });

  test('with unknown columns names them as not compared', async () => {
    await refer(referred(own('a'), { createdAt: day('2026-03-01') }));
    const titles = ' ID ;Registered on;email;;Created;date;Notes';
    const { data } = await compare(lines(titles, `${own('a')};1999-01-01;;;2026-03-01;1999-01-01;x`));
    expect(data).toMatchObject({ matched: 1, different: 0, unread_columns: ['Registered on', 'date', 'Notes'] });
    const long = await compare(lines(['id', ...Array.from({ length: 60 }, () => 'x'.repeat(200))].join(','), own('a')));
    expect(long.data!.unread_columns).toEqual(Array.from({ length: 50 }, () => 'x'.repeat(100)));
  });

  test('that names one account by id and by email names it twice', async () => {
    await refer(referred(own('a')));
    const csv = lines('id,email', `,${own('a')}@example.com`, `${own('a')},`);
    expect(reasons(await compare(csv))).toEqual([[3, own('a'), 'repeated']]);
  });

  test('without days is compared with all accounts', async () => {
    await refer(referred(own('a'), { createdAt: day('2020-01-01') }), referred(own('b')));
    const answer = await compare(lines('id', own('b')));
    expect(reasons(answer)).toEqual([[null, own('a'), 'not_in_file']]);
    expect(answer.data!.days).toBeNull();
  });

  test('with countless differences lists a limited number and counts all', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => referred(own(`m${index}-`)));
    await refer(...many);
    const names = Array.from({ length: 700 }, (_, index) => `nobody-${index}`);
    const { data } = await compare(lines('id', ...names, ...many.slice(0, 100).map(({ uniqid }) => uniqid)));
    expect(data).toMatchObject({ lines: 800, matched: 100, different: 700, missing: 1_100 });
    expect(data!.differences).toHaveLength(2 * mostListed);
  });
});

describe('does not reveal', () => {
  test('whether accounts of other people exist: rows about accounts that the affiliate did not refer look alike', async () => {
    const other = await openPartner(shop, `other-${partners}`);
    await referAccounts(shop, other.affiliateId, [referred(own('theirs'))]);
    await refer(referred(own('never'), { enteredAt: null }));
    const names = [
      `${own('theirs')}@example.com`,
      'demo@example.com',
      'nobody@example.com',
      `${own('never')}@example.com`,
    ];
    const { data } = await compare(lines('email', ...names));
    const [first, ...others] = data!.differences.map(({ account: _, line: __, ...rest }) => rest);
    expect(first).toEqual({ reason: 'not_among_yours', theirs: { created_at: null, first_deposit: null }, ours: null });
    expect(others).toEqual([first, first, first]);
  });

  test('the owners of emails that the broker masks', async () => {
    const masked = await createTestApp({ env: { AFFILIATE_MASKED: 'emails', TRUST_PROXY: 'on' } });
    try {
      const to = { shop: masked, partner: await openPartner(masked, 'masked') };
      await referAccounts(masked, to.partner.affiliateId, [referred('known')]);
      const byEmail = await compare(lines('email', 'known@example.com'), to);
      expect(byEmail).toMatchObject({ status: 400, fields: { csv: 'The first row must contain a column named id' } });
      const byBoth = await compare(lines('id,email', 'known@example.com,', ',known@example.com'), to);
      expect(byBoth.data!.unread_columns).toEqual(['email']);
      expect(reasons(byBoth)).toEqual([
        [2, 'known@example.com', 'not_among_yours'],
        [3, '', 'not_understood'],
        [null, 'known', 'not_in_file'],
      ]);
    } finally {
      await masked.close();
    }
  });
});

describe('a comparison is refused for', () => {
  test.each([
    ['nothing', ''],
    ['no text', 7],
    ['more than a megabyte', 'x'.repeat(longestComparisonBytes + 1)],
    ['no column that names accounts', 'name,date\nAda,2026-01-01'],
    ['no heading', 'ada@example.com\nbob@example.com'],
  ])('%s', async (_, csv) => {
    const answer = await visit(shop, compareAffiliateAccounts, { accessToken: partner.accessToken, body: { csv } });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION', fields: { csv: expect.any(String) as string } });
  });

  test('too many attempts in an hour', async () => {
    const codes: (string | undefined)[] = [];
    for (let times = 0; times <= comparisonAllowance.points; times += 1) codes.push((await compare('id\nx')).code);
    expect(codes.at(-2)).toBeUndefined();
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });
});

test('up to a whole megabyte is read, even if it is not a CSV file', async () => {
  for (const text of ['"', '\n', ',', 'é', 'id,"x\n']) {
    const csv = `id\n${text.repeat(Math.floor((longestComparisonBytes - 3) / text.length))}`;
    expect((await compare(csv)).status).toBe(200);
  }
});
