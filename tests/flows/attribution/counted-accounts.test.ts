import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login } from '../../../src/lib/contract/calls.ts';
import { loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getAffiliateAccounts, getAffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { visit } from '../../support/accounts/visitor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { Partner } from './postback-floor.ts';
import { accountOf, deliveriesOf, listen, openPartner, signUp } from './postback-floor.ts';

/** Which affiliate a referred account belongs to, and whether it counts. Each test has its own affiliate. */

let shop: TestApp;
let partner: Partner;
let partners = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  partners += 1;
  partner = await openPartner(shop, `partner-${partners}`);
});

async function seenBy({ accessToken }: Partner) {
  const list = await visit(shop, getAffiliateAccounts, { accessToken });
  const summary = await visit(shop, getAffiliateSummary, { accessToken });
  const { total, not_counted: notCounted } = summary.data!;
  return { faults: list.data!.data.map(({ email, fault }) => [email, fault]), total, notCounted };
}

async function faultOf(email: string): Promise<string | null> {
  const { rows } = await shop.app.database.query<{ fault: string | null }>(
    'select referral_fault as fault from accounts where email = $1',
    [email],
  );
  return rows[0]!.fault;
}

describe('an account opened by a link', () => {
  test('belongs to its affiliate, with the source page and the tag', async () => {
    const { email } = await signUp(shop, partner.ref, { source_page: '/about', source_tag: 'news.letter_5-b' });
    const { data } = await visit(shop, getAffiliateAccounts, { accessToken: partner.accessToken });
    expect(data!.data).toMatchObject([
      { email, source_page: '/about', source_tag: 'news.letter_5-b', transaction: null, fault: null },
    ]);
  });

  test('has no tag if its code belongs to nobody', async () => {
    const { accountId } = await signUp(shop, 'nobody', { source_tag: 'x' });
    const { rows } = await shop.app.database.query('select source_tag from accounts where id = $1', [accountId]);
    expect(rows).toEqual([{ source_tag: null }]);
  });

  test.each(['', 'a b', 'x'.repeat(51), '<b>', 7, {}])('is refused with the tag %j', async (tag) => {
    const body = {
      first_name: 'A',
      last_name: 'B',
      email: 'c@example.com',
      phone: '+4930901820',
      password: 'quiet-7351',
    };
    const answer = await visit(shop, register, { body: { ...body, agree: true, ref: partner.ref, source_tag: tag } });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});

describe('an account does not count', () => {
  test('if it is the affiliate’s own, by its mailbox or its number', async () => {
    await shop.app.database.query('update affiliates set phone = $2 where id = $1', [
      partner.affiliateId,
      '+442079460777',
    ]);
    const [name] = partner.email.split('@');
    const byMail = await signUp(shop, partner.ref, { email: `${name}+me@example.com` });
    const byPhone = await signUp(shop, partner.ref, { phone: '+44 20 7946 0777' });
    expect(await seenBy(partner)).toEqual({
      ...{ total: 0, notCounted: 2 },
      faults: expect.arrayContaining([
        [byMail.email, 'self'],
        [byPhone.email, 'self'],
      ]) as unknown,
    });
  });

  test('if its owner had one before, whoever referred it', async () => {
    const before = await signUp(shop, null);
    const first = await signUp(shop, partner.ref);
    const again = await signUp(shop, partner.ref, { phone: first.phone });
    const known = await signUp(shop, partner.ref, { email: before.email.replace('@', '+2@') });
    const { faults, total, notCounted } = await seenBy(partner);
    expect([total, notCounted]).toEqual([1, 2]);
    expect(new Map(faults as [string, string | null][])).toEqual(
      new Map([
        [first.email, null],
        [again.email, 'duplicate'],
        [known.email, 'duplicate'],
      ]),
    );
  });

  test('even if a customer referred it', async () => {
    const customer = await signUp(shop, null);
    const friend = await signUp(shop, customer.uniqid);
    const own = await signUp(shop, customer.uniqid, { phone: customer.phone });
    expect([await faultOf(friend.email), await faultOf(own.email)]).toEqual([null, 'self']);
  });

  test('if it registers at the same moment as another with the same number: one of the two counts', async () => {
    const phone = '+442079460666';
    const both = await Promise.all([1, 2].map(() => signUp(shop, partner.ref, { phone })));
    const faults = await Promise.all(both.map(({ email }) => faultOf(email)));
    expect(faults.sort()).toEqual(['duplicate', null].sort());
    expect(await seenBy(partner)).toMatchObject({ total: 1, notCounted: 1 });
  });

  test('and is not judged again if somebody registers later with the same number', async () => {
    const first = await signUp(shop, partner.ref);
    await signUp(shop, null, { phone: first.phone });
    expect(await faultOf(first.email)).toBeNull();
  });
});

describe('where the broker hides who has an account', () => {
  let hidden: TestApp;
  beforeAll(async () => {
    const env = { HIDE_ACCOUNT_EXISTENCE: 'on', REGISTRATION: 'on', TRUST_PROXY: 'on', POSTBACKS_LOCAL: 'on' };
    hidden = await createTestApp({ env });
  });
  afterAll(() => hidden.close());

  async function signUpAndEnter(ref: string, name: string, phone: string) {
    const email = `${name}@example.com`;
    await signUp(hidden, ref, { email, phone }).catch(() => undefined);
    await expect.poll(async () => (await mailsTo(hidden.dataDir, email)).length).toBe(1);
    const code = codeIn((await mailsTo(hidden.dataDir, email))[0]!);
    const enter = async () => (await visit(hidden, loginByCode, { params: { code } })).status;
    return { email, enter };
  }
  const accountsOf = async ({ accessToken }: Partner) =>
    (await visit(hidden, getAffiliateAccounts, { accessToken })).data!.data.map(({ email, fault }) => [email, fault]);

  test('an account is judged when its owner signs in, so one that nobody ever uses cannot make another a duplicate', async () => {
    const own = await openPartner(hidden, 'own');
    const phone = '+442079460555';
    const never = await signUpAndEnter(own.ref, 'never', phone);
    const owner = await signUpAndEnter(own.ref, 'owner', phone);
    expect(await owner.enter()).toBe(200);
    expect(await accountsOf(own)).toEqual([[owner.email, null]]);
    expect(await never.enter()).toBe(200);
    expect(new Map((await accountsOf(own)) as [string, string | null][])).toEqual(
      new Map([
        [owner.email, null],
        [never.email, 'duplicate'],
      ]),
    );
  });

  test('an affiliate’s server is told when the owner signs in, and then also of earlier deposits', async () => {
    const own = await openPartner(hidden, 'patient');
    await listen(hidden, own, 'http://127.0.0.1:1/');
    const late = await signUpAndEnter(own.ref, 'late', '+442079460333');
    const { accountId, uniqid } = await accountOf(hidden, late.email);
    const { database } = hidden.app;
    const { runtime } = hidden;
    const hands = { database, ...settlingParts(runtime), actor: 'operator:ada', amountText: String } as const;
    await moveByHand(hands, { kind: 'deposit', accountId, amountMinor: 1_000, party: 'manual', why: 'a test' });
    expect(await deliveriesOf(hidden, own)).toEqual([]);
    await late.enter();
    const told = (await deliveriesOf(hidden, own)).map(({ event, account }) => [event, account]);
    expect(told.sort()).toEqual([
      ['first_deposit', uniqid],
      ['registration', uniqid],
    ]);
  });

  test('a blocked account is reported to nobody until its owner signs in', async () => {
    const own = await openPartner(hidden, 'strict');
    await listen(hidden, own, 'http://127.0.0.1:1/');
    const kept = await signUpAndEnter(own.ref, 'kept', '+442079460222');
    // Sets the demo password, as if a registration whose email nobody has proven had set it, and blocks or unblocks the
    // account.
    const set = (blockedAt: Date | null) =>
      hidden.app.database.query(
        `update accounts set blocked_at = $2, password_hash = d.password_hash from accounts d
         where accounts.email = $1 and d.email = 'demo@example.com'`,
        [kept.email, blockedAt],
      );
    await set(new Date());
    const shown = { body: { email: kept.email, password: 'demo1234' } };
    expect(await visit(hidden, login, shown)).toMatchObject({ status: 403, code: 'ACCOUNT_BLOCKED' });
    expect(await kept.enter()).toBe(403);
    expect([await accountsOf(own), await deliveriesOf(hidden, own)]).toEqual([[], []]);
    await set(null);
    // Of two log-ins at once, the second waits for the first.
    const both = await Promise.all([1, 2].map(() => visit(hidden, login, shown)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accountsOf(own)).toEqual([[kept.email, null]]);
    expect(await deliveriesOf(hidden, own)).toMatchObject([{ event: 'registration' }]);
  });

  test('an affiliate cannot find out whether a number belongs to a customer', async () => {
    const curious = await openPartner(hidden, 'curious');
    const { rows } = await hidden.app.database.query<{ phone: string }>(
      `update accounts set phone = '+442079460444' where email = 'demo@example.com' returning phone`,
    );
    const guess = await signUpAndEnter(curious.ref, 'guess', rows[0]!.phone);
    expect(await guess.enter()).toBe(200);
    expect(await accountsOf(curious)).toEqual([[guess.email, null]]);
  });
});
