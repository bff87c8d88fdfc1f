import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import {
  enableSecondFactor,
  startSecondFactor,
  updatePassword,
} from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { orderLoginLink } from '../../../src/server/customers/customer-commands.ts';
import { blockCustomer } from '../../../src/server/customers/block-customer.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { auditOf, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { codeAt, stepMs } from './authenticator.ts';

/** Anybody can register with somebody else's email and switch on the second factor of that account. */

const password = 'of-a-stranger';
const pair = { new_password: 'of-the-owner', confirm_password: 'of-the-owner' };
let shop: TestApp;
let email = '';
let owners = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', REGISTRATION: 'on' } });
});
afterAll(() => shop.close());
beforeEach(() => {
  owners += 1;
  email = `owner-${owners}@example.com`;
});

/** Registers the email as a stranger; returns the access token. */
async function registerAsStranger(): Promise<string> {
  const names = { first_name: 'Ada', last_name: 'Lovelace', phone: '+442079460018', agree: true };
  const { data } = await visit(shop, register, { body: { ...names, email, password } });
  return data!.access_token;
}

/** Begins to set up a second factor; returns the code that switches it on. */
async function begin(accessToken: string): Promise<string> {
  const { data } = await visit(shop, startSecondFactor, { accessToken });
  return codeAt(data!.secret, shop.runtime.now());
}

async function switchOn(accessToken: string): Promise<void> {
  const code = await begin(accessToken);
  expect((await visit(shop, enableSecondFactor, { accessToken, body: { code } })).status).toBe(200);
  shop.runtime.advance(stepMs);
}

/** The code of the link in a new mail to the address. */
async function codeByMail(): Promise<string> {
  // Mails of the same second have no order: the new one is the one with an unknown code.
  const codes = async () => (await mailsTo(shop.dataDir, email)).map(codeIn).filter((code) => code !== 'none');
  const known = await codes();
  await visit(shop, forgotPassword, { body: { email } });
  const fresh = async () => (await codes()).find((code) => !known.includes(code));
  await expect.poll(fresh, { timeout: 20_000 }).toBeDefined();
  return (await fresh()) ?? 'none';
}

/** Follows the link of a new mail, without a code of the app. */
async function comeByMail(acceptLanguage?: string) {
  const code = await codeByMail();
  return visit(shop, loginByCode, { params: { code }, ...(acceptLanguage !== undefined && { acceptLanguage }) });
}

const logIn = (secret: string) => visit(shop, login, { body: { email, password: secret } });

test('the owner of the email gets the empty account by a link, and the stranger is locked out of it', async () => {
  const stranger = await registerAsStranger();
  await switchOn(stranger);
  const socket = await shop.customerSocket(stranger);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  const { status, data } = await comeByMail();
  expect({ status, data }).toMatchObject({
    status: 200,
    data: { purpose: 'reset', user: { email, second_factor: 0 } },
  });
  await shop.app.sessions.sweep();
  await closed;
  expect((await visit(shop, getUser, { accessToken: stranger })).status).toBe(401);
  expect((await logIn(password)).code).toBe('INVALID_CREDENTIALS');
  expect((await visit(shop, updatePassword, { accessToken: data!.access_token, body: pair })).status).toBe(200);
  expect((await logIn(pair.new_password)).status).toBe(200);
  const why = { details: expect.objectContaining({ why: 'address proven' }) as unknown };
  const events = (await auditOf(shop, email)).map(({ event, details }) => ({ event, details }));
  expect(events).toEqual(
    expect.arrayContaining([expect.objectContaining({ event: 'second_factor_disabled', ...why })]),
  );
});

test('a stranger who has begun to set up the second factor cannot finish while the owner chooses a password', async () => {
  const stranger = await registerAsStranger();
  const code = await begin(stranger);
  const owner = await comeByMail();
  expect(owner.status).toBe(200);
  expect((await visit(shop, enableSecondFactor, { accessToken: stranger, body: { code } })).status).toBe(401);
  expect((await logIn(password)).code).toBe('INVALID_CREDENTIALS');
  // The set-up that the stranger began is of no use to the owner either.
  const ownersTry = await visit(shop, enableSecondFactor, { accessToken: owner.data!.access_token, body: { code } });
  expect(ownersTry.code).toBe('SECOND_FACTOR_NOT_STARTED');
  expect((await comeByMail()).status).toBe(200);
});

test('an owner who closes the page without choosing a password keeps the account: nobody else gets in', async () => {
  const stranger = await registerAsStranger();
  await comeByMail();
  expect((await visit(shop, startSecondFactor, { accessToken: stranger })).status).toBe(401);
  expect((await logIn(password)).code).toBe('INVALID_CREDENTIALS');
  const { data } = await comeByMail();
  expect((await visit(shop, updatePassword, { accessToken: data!.access_token, body: pair })).status).toBe(200);
  expect((await logIn(pair.new_password)).status).toBe(200);
});

describe('the owner gets a mail about the sign-in', () => {
  const told = async () => {
    const subject = 'Ihr Vernier-Konto wurde per E-Mail wiederhergestellt';
    return (await mailsTo(shop.dataDir, email)).filter((mail) => mail.subject === subject);
  };

  test.each([
    ['on', switchOn],
    ['off', () => Promise.resolve()],
  ])(
    'once, with the second factor %s, in the language of the browser that followed the link',
    async (_state, prepare) => {
      await prepare(await registerAsStranger());
      expect((await comeByMail('de-DE,de;q=0.9')).status).toBe(200);
      await expect.poll(async () => (await told()).length, { timeout: 20_000 }).toBe(1);
      const [mail] = await told();
      expect(mail!.text).toContain('Ihr altes Passwort gilt nicht mehr');
      expect(mail!.text).toContain('/de/password/request');
      expect(mail!.text).not.toContain('{{');
      expect((await comeByMail('de-DE,de;q=0.9')).status).toBe(200);
      expect(await told()).toHaveLength(1);
    },
  );
});

describe('the link still requires the code', () => {
  test('once the email was proven', async () => {
    await registerAsStranger();
    const { data } = await comeByMail();
    await visit(shop, updatePassword, { accessToken: data!.access_token, body: pair });
    await switchOn(data!.access_token);
    expect((await comeByMail()).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  test.each([
    ['it is verified', `update accounts set verified = true where email = $1`],
    [
      'there was money',
      `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
       select gen_random_uuid(), id, 1, 'pending', 100, created_at, created_at from accounts where email = $1`,
    ],
    [
      'a document was sent',
      `insert into documents (id, account_id, field, storage_name, media_type, bytes, digest, uploaded_at)
       select gen_random_uuid(), id, 'doc_passport', email, 'image/jpeg', 1, '-', created_at from accounts where email = $1`,
    ],
    ['an operator had opened the account', `update accounts set agreed_at = null where email = $1`],
  ])('if %s', async (_what, statement) => {
    await switchOn(await registerAsStranger());
    await shop.app.database.query(statement, [email]);
    expect((await comeByMail()).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  test('if an operator made it, because it was not sent to the email', async () => {
    await switchOn(await registerAsStranger());
    const parts = { database: shop.app.database, runtime: shop.runtime, siteUrl: 'https://broker.example' };
    const ordered = await orderLoginLink(parts, { email, hours: 1, operator: 'ada' });
    const code = ordered.ok ? ordered.link.split('/').at(-1)! : '';
    expect((await visit(shop, loginByCode, { params: { code } })).code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

test.each([
  ['off', () => Promise.resolve()],
  ['on', switchOn],
])(
  'while an operator blocks the account the link changes nothing, with the factor %s, and works afterwards',
  async (_state, prepare) => {
    await prepare(await registerAsStranger());
    const parts = { database: shop.app.database, runtime: shop.runtime, actor: 'operator:ada' } as const;
    const block = (isBlocked: boolean) => blockCustomer(parts, { email, reason: 'A test', isBlocked });
    const state = async () => {
      const text = 'select password_hash, factor_secret, factor_enabled_at from accounts where email = $1';
      return (await shop.app.database.query(text, [email])).rows;
    };
    await block(true);
    const before = await state();
    const code = await codeByMail();
    const come = () => visit(shop, loginByCode, { params: { code } });
    expect((await come()).code).toBe('ACCOUNT_BLOCKED');
    expect(await state()).toEqual(before);
    const events = (await auditOf(shop, email)).map(({ event }) => event);
    expect(events).toContain('blocked_account_refused');
    expect(events).not.toContain('password_changed');
    await block(false);
    expect(await come()).toMatchObject({ status: 200, data: { purpose: 'reset', user: { second_factor: 0 } } });
    expect((await logIn(password)).code).toBe('INVALID_CREDENTIALS');
  },
);
