import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { auditOf, freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { spoiled } from '../../support/wrong-values.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

let visitors = 0;
/** The form of a new visitor. */
function makeForm(more: Record<string, unknown> = {}) {
  visitors += 1;
  return {
    ...{ first_name: 'Ada', last_name: 'Lovelace', email: `ada-${visitors}@example.com`, password: 'quiet-7351' },
    ...{ phone: '+44 20 7946 0018', agree: true, ...more },
  };
}

async function rowOf(email: string) {
  const text = `select a.*, r.email as "referrer", f.email as "affiliate" from accounts a
    left join accounts r on r.id = a.referred_by_account_id left join affiliates f on f.id = a.referred_by_affiliate_id
    where a.email = $1`;
  return (await shop.app.database.query<Record<string, unknown>>(text, [email])).rows[0];
}

describe('a registration', () => {
  test('opens an account and a session: not verified, for every category, with the number in E.164', async () => {
    const body = makeForm({ email: ' Ada@Example.COM ', source_page: '/about?x=1', info: '{}', lang: 'de' });
    const { status, data } = await visit(shop, register, { body, address: '198.51.100.7' });
    expect(status).toBe(200);
    expect(register.data.safeParse(data).success).toBe(true);
    expect(data?.user).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+442079460018' },
      ...{ country_id: 826, verified_account: 0, assets_group_permission: [1, 2, 3, 4, 5], birth_date: null },
    });
    const known = await visit(shop, getUser, { accessToken: data?.access_token ?? '' });
    expect(known.data).toEqual(data?.user);
    expect(await rowOf('ada@example.com')).toMatchObject({
      ...{ source_page: '/about?x=1', referrer: null, affiliate: null, balance_minor: 0 },
      ...{ agreed_at: new Date(shop.runtime.now()), created_at: new Date(shop.runtime.now()) },
    });
    expect(await auditOf(shop, 'ada@example.com')).toMatchObject([
      { event: 'logged_in', actor: 'customer', details: { opened_by: 'registration' } },
      { event: 'registered', actor: 'customer', address: '198.51.100.7', details: { country: 826, referred_by: null } },
    ]);
  });

  test('accepts the password as typed, and remembers the device', async () => {
    const password = ' kq7-xw ';
    const body = makeForm({ password });
    const { data } = await visit(shop, register, { body });
    const again = await visit(shop, login, { body: { email: body.email, password, device: data?.device } });
    expect(again.data?.device).toBe(data?.device);
    const trimmed = { email: body.email, password: password.trim() };
    expect((await visit(shop, login, { body: trimmed })).code).toBe('INVALID_CREDENTIALS');
  });

  test('gives each customer a separate referral code and token', async () => {
    const users = [];
    for (let one = 0; one < 2; one += 1) users.push((await visit(shop, register, { body: makeForm() })).data?.user);
    expect(users[0]?.uniqid).toMatch(/^[0-9a-f]{12}$/);
    expect(new Set(users.map((user) => user?.uniqid)).size).toBe(2);
    expect(new Set(users.map((user) => user?.token)).size).toBe(2);
  });

  test('is attributed to the referrer: a customer, an affiliate, or nobody if the code is unknown', async () => {
    const { database } = shop.app;
    const codes = await database.query<{ uniqid: string }>(
      `select uniqid from accounts where email = 'demo@example.com' union all select uniqid from affiliates`,
    );
    const [customer, affiliate] = codes.rows.map(({ uniqid }) => uniqid);
    const forms = [
      makeForm({ ref: customer }),
      makeForm({ ref: affiliate }),
      makeForm({ ref: 'nobodys' }),
      makeForm({ ref: null }),
    ];
    for (const body of forms) expect((await visit(shop, register, { body })).status).toBe(200);
    expect(await Promise.all(forms.map(({ email }) => rowOf(email)))).toMatchObject([
      { referrer: 'demo@example.com', affiliate: null },
      { referrer: null, affiliate: 'affiliate@example.com' },
      { referrer: null, affiliate: null },
      { referrer: null, affiliate: null },
    ]);
  });

  test.each([
    ['from Germany', '+49 30 901820', 'AT', '+4930901820', 276],
    ['without its dial code', '030 901820', 'DE', '+4930901820', 276],
    ['with a dial code that several countries share', '+1 800 555 0143', 'CA', '+18005550143', 840],
    ['from no country', '+800 1234 5678', 'DE', '+80012345678', null],
  ])('accepts a number %s', async (_what, phone, country, e164, countryId) => {
    const { data } = await visit(shop, register, { body: makeForm({ phone, country }) });
    expect(data?.user).toMatchObject({ phone: e164, country_id: countryId });
  });

  test('with a known email is refused, however it is typed, and leaves nothing', async () => {
    const taken = await visit(shop, register, { body: makeForm({ email: 'DEMO@example.com', first_name: 'Eve' }) });
    expect(taken).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
    expect(await rowOf('demo@example.com')).toMatchObject({ first_name: 'Alex' });
  });

  test('many times at once with one email opens one account', async () => {
    const body = makeForm();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => visit(shop, register, { body })));
    const codes = answers.map(({ code }) => code ?? 'opened').sort();
    expect(codes).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'opened']);
    const events = (await auditOf(shop, body.email)).map(({ event }) => event);
    const refused = Array.from({ length: 4 }, () => 'registration_refused');
    expect(events.sort()).toEqual(['logged_in', 'registered', ...refused].sort());
  });

  test.each([
    [{ phone: '030 12' }, { phone: 'Phone number not valid' }],
    [{ phone: '+1 999 999 9999' }, { phone: 'Phone number not valid' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    [{ agree: false }, { agree: 'You must to agree to Terms & Conditions' }],
    [
      { first_name: ' \u0000 ', last_name: '' },
      { first_name: 'First name is required', last_name: 'Last name is required' },
    ],
    [{ email: 'ada@' }, { email: 'invalid email address' }],
    [{ password: 'x' }, { password: 'Password has minimum 8 characters' }],
    [{ password: 'kq7-xw2' }, { password: 'Password has minimum 8 characters' }],
    [{ source_page: '/a\u0000b' }, { source_page: expect.any(String) as string }],
  ])('with %j is refused', async (wrong, fields) => {
    const refused = await visit(shop, register, { body: makeForm(wrong) });
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION', fields });
  });

  test('is limited by address, without affecting others', async () => {
    const address = freshAddress();
    const { points } = signInLimits.counters.registration;
    const tries = Array.from({ length: points }, () =>
      visit(shop, register, { body: makeForm({ email: 'demo@example.com' }), address }),
    );
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(tries.map(() => 'EMAIL_TAKEN'));
    const refused = await visit(shop, register, { body: makeForm(), address });
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect((await visit(shop, register, { body: makeForm() })).status).toBe(200);
  });

  test('leaves neither email nor password nor number in the log', async () => {
    shop.log.length = 0;
    await visit(shop, register, { body: makeForm({ email: 'quiet-7351@example.com', password: 'quiet-7352' }) });
    expect(JSON.stringify(shop.log)).not.toMatch(/quiet-735|7946/);
  });

  test('with any field spoiled is refused or answered, but never a fault', async () => {
    // With an email that is taken, a valid form opens no account.
    const right = makeForm({ email: 'demo@example.com' });
    const fields = {
      first_name: '',
      last_name: '',
      phone: '',
      country: '',
      ref: '',
      source_page: '',
      agree: '',
      lang: '',
    };
    for (const wrong of spoiled(fields)) {
      const body = { ...right, ...Object.fromEntries(Object.entries(wrong).filter(([, value]) => value !== '')) };
      const { status, code } = await visit(shop, register, { body });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
      expect(code ?? 'opened').not.toBe('INTERNAL');
    }
  });
});
