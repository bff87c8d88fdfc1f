import { describe, expect, test } from 'vitest';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { emitTo } from '../../support/test-app.ts';
import type { ReferredFacts } from '../affiliate/affiliate-floor.ts';
import { emailOf, makeAffiliate, referAccounts, referred } from '../affiliate/affiliate-floor.ts';
import { useDesk } from './desk-floor.ts';

/** The operator's commands for customers, beside a running server. */

const { shop, type, typeAs, data, query, audited } = useDesk();
const email = 'new@example.com';
const why = ['--reason', 'Seen in person'];

/** Sets the states of all documents of a customer, replacing any earlier ones. */
const documents = (states: Record<string, string>) =>
  query('update accounts set documents = $2 where email = $1', [
    email,
    Object.fromEntries(Object.entries(states).map(([field, status]) => [field, { status, note: null, updated: null }])),
  ]);

test('customers are listed, and found by anything known about them', async () => {
  const { text } = await type('customers', 'list');
  expect(text.split('\n')[0]).toMatch(/^email +name +since \(UTC\) +verified +blocked +level +balance +open$/);
  expect(text).toMatch(/\ndemo@example\.com .* yes .*EUR 10,?[\d,.]+ /);
  expect((await type('customers', 'list', '--search', 'LIMITED@')).text.split('\n')).toHaveLength(2);
  expect(await type('customers', 'list', '--search', '%')).toMatchObject({ ok: true, text: 'None found.' });
  const found = await data<{ email: string; balanceMinor: number }[]>('customers', 'list', '--search', 'limited');
  expect(found).toMatchObject([{ email: 'limited@example.com', balanceMinor: 50_000 }]);
});

test('a customer’s details include what operators did', async () => {
  await type('customers', 'level', 'demo@example.com', 'Platinum', '--reason', 'Asked for it');
  const { text } = await type('customers', 'show', ' Demo@Example.com');
  expect(text).toMatch(/\nlevel {11}Platinum\n/);
  expect(text).toMatch(/\nOperator actions:\n.*\n\S+ \S+ {2}ada +customer changed +.*why: Asked for it/);
  expect(await type('customers', 'show', 'nobody@example.com')).toEqual({
    ok: false,
    text: 'There is no customer with this email.',
  });
});

describe('a customer who was referred', () => {
  const sent = (more: Partial<ReferredFacts>) =>
    referred('sent-by-link', { sourcePage: '/about', sourceTag: 'news-5', createdAt: new Date(), ...more });

  test.each([
    ['yes', { enteredAt: new Date(), fault: null }],
    ['no: the referrer’s own account', { enteredAt: new Date(), fault: 'self' }],
    ['no: the person already had an account', { enteredAt: new Date(), fault: 'duplicate' }],
    ['not yet: never logged in', { enteredAt: null, fault: null }],
  ] as const)(
    'is shown with the affiliate, the page and the tag, and whether that counts: %s',
    async (counts, more) => {
      const name = `by-${counts.replaceAll(/\W+/g, '-')}`;
      const account = { ...sent(more), uniqid: `u-${name}` };
      await referAccounts(shop(), await makeAffiliate(shop(), name), [account]);
      const { text } = await type('customers', 'show', emailOf(account));
      expect(text).toMatch(
        new RegExp(
          `\\nreferred by {5}affiliate ${name}@example\\.com\\ncounts for them {1}${counts}\\nlanded on {7}/about\\nsource tag {6}news-5\\n`,
        ),
      );
      expect(await data('customers', 'show', emailOf(account))).toMatchObject({
        referral: { by: 'affiliate', email: `${name}@example.com`, fault: more.fault },
        sourceTag: 'news-5',
      });
      const accounts = await type('affiliates', 'accounts', `${name}@example.com`);
      expect(accounts.text).toContain(`  ${counts}  `);
    },
  );

  test('by nobody is shown as such', async () => {
    const { text } = await type('customers', 'show', 'demo@example.com');
    expect(text).toMatch(/\nreferred by {5}nobody\nlanded on {7}\/\nsource tag {6}–\n/);
  });
});

test.each([
  [['verify'], ['unverify'], { verified_account: 1 }, 'state', 'not verified', 'verified'],
  [['level', 'Gold'], ['level', 'none'], { level: 'Gold' }, 'level', 'none', 'Gold'],
  [
    ['permissions', 'crypto,forex'],
    ['permissions', 'all'],
    { assets_group_permission: [1, 3] },
    'permissions',
    'forex,stocks,crypto,commodities,index',
    'forex,crypto',
  ],
  [
    ['leverage', 'crypto', '10,1'],
    ['leverage', 'crypto', 'all'],
    { custom_leverage: '{"crypto":[0,3]}' },
    'leverage of crypto',
    'all',
    '1,10',
  ],
  [
    ['leverage', 'index', 'none'],
    ['leverage', 'index', 'all'],
    { custom_leverage: '{"index":[]}' },
    'leverage of index',
    'all',
    'none',
  ],
])(
  '%j is set, pushed to open browsers, and recorded',
  async ([name = '', ...value], [undo = '', ...back], user, what, from, to) => {
    await documents({ doc_passport: '2', doc_address: '2' });
    const { accessToken } = await shop().logIn(email);
    const socket = await shop().customerSocket(accessToken);
    const heard = new Promise((resolve) => socket.once('user', resolve));
    const done = await type('customers', name, email, ...value, ...why);
    expect(done).toEqual({ ok: true, text: `The ${what} of ${email}: ${from} → ${to}` });
    expect(await heard).toMatchObject(user);
    const { body } = await shop().call(getUser, { accessToken, body: {} });
    expect(body).toMatchObject({ data: user });
    expect((await audited('customer_changed')).at(-1)).toEqual({
      ...{ actor: 'operator:ada', email },
      details: { what, from, to, why: 'Seen in person' },
    });
    const again = await typeAs('bob', 'customers', name, email, ...value, ...why);
    expect(again.ok).toBe(false);
    expect(again.text).toMatch(new RegExp(`^The ${what} of ${email} is already ${to}, set by ada, \\d{4}-.* UTC\\.$`));
    expect((await type('customers', undo, email, ...back, ...why)).ok).toBe(true);
  },
);

test('of two operators who verify at once, one does it and the other is told who', async () => {
  await documents({ doc_passport: '2', doc_address: '2' });
  const answers = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, 'customers', 'verify', email, ...why)));
  const winner = answers[0]?.ok ? 'ada' : 'bob';
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)?.text).toContain(`is already verified, set by ${winner}, `);
  const records = (await audited('customer_changed')).filter(
    ({ details }) => (details as { what: string }).what === 'state',
  );
  expect(records.at(-1)).toMatchObject({ actor: `operator:${winner}` });
  await type('customers', 'unverify', email, ...why);
});

describe('verifying a customer', () => {
  const verify = (...more: string[]) => type('customers', 'verify', email, ...why, ...more);
  const isVerified = async () => (await query('select verified from accounts where email = $1', [email]))[0]?.verified;

  test.each([
    [{}, 'the passport was never uploaded, the proof of address was never uploaded'],
    [{ doc_passport: '2' }, 'the proof of address was never uploaded'],
    [{ doc_address: '2', doc_funding_front: '2', doc_funding_back: '2' }, 'the passport was never uploaded'],
    [{ doc_passport: '1', doc_address: '3' }, 'the passport is waiting for review, the proof of address was rejected'],
  ])('with documents %j is refused, unless an operator gives a reason', async (states, missing) => {
    await documents(states);
    const records = (await audited('customer_changed')).length;
    const { ok, text } = await verify();
    expect([ok, text]).toEqual([
      false,
      `The identity of ${email} is not proven: ${missing}. Approve their documents (documents list --email ${email}), or add --override and say in the reason how you know who they are.`,
    ]);
    expect([await isVerified(), (await audited('customer_changed')).length]).toEqual([false, records]);
    expect(await type('customers', 'verify', email, '--override')).toMatchObject({ ok: false, isMisread: true });

    expect(await verify('--override')).toMatchObject({ ok: true });
    expect((await audited('customer_changed')).at(-1)?.details).toEqual({
      ...{ what: 'state', from: 'not verified', to: 'verified', why: 'Seen in person', override: missing },
    });
    expect((await type('customers', 'unverify', email, ...why)).ok).toBe(true);
  });

  test('with both documents needs no further reason', async () => {
    await documents({ doc_passport: '2', doc_address: '2', doc_funding_front: '3' });
    expect(await verify('--override')).toMatchObject({ ok: true });
    expect((await audited('customer_changed')).at(-1)?.details).not.toHaveProperty('override');
    expect((await type('customers', 'unverify', email, ...why)).ok).toBe(true);
  });
});

test('a PIN is shown to its customer and to the operator who asks, and appears in no other answer or log', async () => {
  const logged = shop().log.length;
  const pin = (value: string) => type('customers', 'pin', email, value, ...why);
  const answers = [
    await pin('471193'),
    await pin('471193'),
    await pin('582804'),
    await type('customers', 'show', email),
  ];
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  expect(JSON.stringify([answers, shop().log.slice(logged)])).not.toMatch(/471193|582804/);
  expect(answers[1]?.text).toMatch(/^\S+@\S+ already has this PIN, set by ada, \d{4}-.* UTC\.$/);
  const { user } = await shop().logIn(email);
  expect(user.pin).toBe('582804');
  expect((await audited('customer_changed')).at(-1)?.details).toEqual({ what: 'PIN', why: 'Seen in person' });
  expect((await type('customers', 'show', email, '--pin')).text).toMatch(/^PIN +582804$/m);
});

test('what cannot be done is refused, and nothing is changed or written', async () => {
  const before = await query('select verified, level, pin, custom_leverage, category_ids from accounts order by id');
  const records = (await audited('customer_changed')).length;
  const said = async (...args: string[]) => (await type('customers', ...args)).text;
  expect(await said('verify', 'nobody@example.com', ...why)).toBe('There is no customer with this email.');
  expect(await said('leverage', email, 'cars', '1', ...why)).toMatch(
    /^There is no category cars\. Categories: forex, /,
  );
  expect(await said('leverage', email, 'crypto', '1,7', ...why)).toBe(
    'crypto has no leverage 7. Available: 1, 3, 5, 10.',
  );
  expect(await said('permissions', email, 'forex,cars', ...why)).toMatch(/^There is no category cars/);
  expect(await said('verify', email)).toMatch(/^--reason is missing: the audit log records it\.\n/);
  expect(await said('level', email, 'x'.repeat(51), ...why)).toMatch(/^Use at most 50 characters/);
  expect(await said('level', email, ...why)).toMatch(/^The level is missing: level <email> <level> --reason <why>\n/);
  expect(await said('login-link', email, '--hours', '721')).toMatch(/^--hours takes a number from 1 to 720\.\n/);
  expect(await query('select verified, level, pin, custom_leverage, category_ids from accounts order by id')).toEqual(
    before,
  );
  expect(await audited('customer_changed')).toHaveLength(records);
});

test('a command that fails in the middle changes nothing', async () => {
  await query(
    `create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await query('create trigger fail_audit before insert on audit_entries for each row execute function fail_audit()');
  try {
    const { ok, text } = await type('customers', 'level', email, 'Silver', ...why);
    expect({ ok, text }).toEqual({
      ok: false,
      text: 'The command failed and changed nothing. The server log says why.',
    });
  } finally {
    await query('drop trigger fail_audit on audit_entries');
  }
  expect(await query('select level from accounts where email = $1', [email])).not.toEqual([{ level: 'Silver' }]);
});

test('a customer is logged out with every socket at once, and signs in by a link', async () => {
  const { accessToken } = await shop().logIn(email);
  const socket = await shop().customerSocket(accessToken);
  expect(await emitTo(socket, 'positions', null)).toMatchObject({ error: false });
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  expect((await type('customers', 'log-out', email, ...why)).text).toMatch(
    /^Sessions of new@example\.com ended: \d+\.$/,
  );
  await gone;
  expect((await shop().call(getUser, { accessToken, body: {} })).status).toBe(401);
  expect((await shop().call(login, { body: { email, password: 'demo1234' } })).status).toBe(200);
  const { link } = await data<{ link: string }>('customers', 'login-link', email, '--hours', '2');
  expect(link).toMatch(/\/autoLogin\/[\w-]+$/);
});
