import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { guessableMessage } from '../../../src/lib/contract/accounts/account-fields.ts';
import { updatePassword } from '../../../src/lib/contract/accounts/account-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { makeLoginLink } from '../../../src/server/sign-in/make-login-link.ts';
import { freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { RangePeer } from '../../support/peers/range-peer.ts';
import { startRangePeer } from '../../support/peers/range-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Which passwords may be chosen at registration, in a change, or by a link to a new password. */

const siteUrl = 'https://www.broker-of-tests.example';
let shop: TestApp;
let peer: RangePeer;
let folder: string;
let visitors = 0;

beforeAll(async () => {
  peer = await startRangePeer();
  folder = await mkdtemp(join(tmpdir(), 'known-passwords-'));
  await writeFile(join(folder, 'known.txt'), 'xkjqv-known\n');
  const lists = { KNOWN_PASSWORDS_FILE: join(folder, 'known.txt'), BREACHED_PASSWORDS_URL: peer.url };
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on', SITE_URL: siteUrl, ...lists } });
  peer.breached = ['xkjqv-breached'];
});
afterAll(async () => {
  await shop.close();
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

function signUp(password: string, address = freshAddress()) {
  visitors += 1;
  const email = `quill.vane-${visitors}@example.com`;
  const person = { first_name: 'Ottoline', last_name: 'Xu Brackenbury', phone: '+44 20 7946 0018', agree: true };
  return visit(shop, register, { body: { ...person, email, password }, address });
}
const open = async () => (await signUp('chosen-1')).data?.access_token ?? 'none';
const change = (accessToken: string, password: string) =>
  visit(shop, updatePassword, { body: { new_password: password, confirm_password: password }, accessToken });

const tooEasy = [
  ...['password', 'Password1!', 'qwertyuiop', '12345678', 'iloveyou', 'ßßßßßßßß', 'Sonnenschein2026', 'p4ssw0rd'],
  ...['Vernier2026', 'broker-of-tests', 'ottoline', 'Brackenbury!', 'quill.vane', 'quillvane77'],
  ...['xkjqv-known', 'XKJQV-Known', 'xkjqv-breached'],
];

describe('a password that is too easy to guess', () => {
  test.each(tooEasy)('is refused at registration, as an error of its field: %s', async (password) => {
    const fields = { password: guessableMessage };
    expect(await signUp(password)).toMatchObject({ status: 400, code: 'VALIDATION', fields });
  });

  test('is refused in a change, as an error of its field, and the old one stays', async () => {
    const { data } = await signUp('chosen-1');
    const accessToken = data?.access_token ?? '';
    for (const password of tooEasy) {
      const fields = { new_password: guessableMessage };
      expect(await change(accessToken, password)).toMatchObject({ status: 400, code: 'VALIDATION', fields });
    }
    const body = { email: data?.user.email ?? '', password: 'chosen-1' };
    expect((await visit(shop, login, { body })).status).toBe(200);
    expect((await change(accessToken, 'chosen-2')).status).toBe(200);
  });

  test('is refused after a link to a new password', async () => {
    const { rows } = await shop.app.database.query<{ id: number }>(
      `select id from accounts where email = 'limited@example.com'`,
    );
    const order = { accountId: rows[0]!.id, purpose: 'reset', validMs: 60_000, locale: 'en', actor: 'system' } as const;
    const parts = { runtime: shop.runtime, siteUrl };
    const link = await makeLoginLink(shop.app.database, parts, { ...order, event: 'login_code_made' });
    const { data } = await visit(shop, loginByCode, { params: { code: link.split('/').at(-1) ?? '' } });
    expect((await change(data?.access_token ?? '', 'superman')).fields).toEqual({ new_password: guessableMessage });
  });

  test('still opens the account that already has it: the rule locks nobody out', async () => {
    const body = { email: 'demo@example.com', password: 'demo1234' };
    expect((await visit(shop, login, { body })).status).toBe(200);
  });

  test('is also refused by servers without a list and without a service', async () => {
    const plain = await createTestApp({ env: { REGISTRATION: 'on' } });
    try {
      const body = { first_name: 'Ada', last_name: 'Lovelace', phone: '+44 20 7946 0018', agree: true };
      const tried = (password: string) =>
        visit(plain, register, { body: { ...body, email: 'a@example.com', password } });
      expect((await tried('football')).fields).toEqual({ password: guessableMessage });
      expect((await tried('xkjqv-breached')).status).toBe(200);
    } finally {
      await plain.close();
    }
  });
});

describe('any other password', () => {
  test.each([
    ['surrounding blanks', '  zwölf Boxkämpfer jagen '],
    ['64 small letters', 'mvrhqwkzptbxnydjgfclsoaeiu'.repeat(3).slice(0, 64)],
    ['other scripts and emoji', 'пароль密码🦊e\u0301'],
    ['200 characters', 'Zx9 '.repeat(50)],
    ['no letter', '8264019375'],
  ])('is accepted exactly as typed, with %s', async (_what, password) => {
    const { status, data } = await signUp('chosen-1');
    expect(status).toBe(200);
    expect((await change(data?.access_token ?? '', password)).status).toBe(200);
    const tried = (typed: string) =>
      visit(shop, login, { body: { email: data?.user.email ?? '', password: typed, device: data?.device } });
    expect((await tried(password)).status).toBe(200);
    for (const other of [password.trim(), password.toUpperCase(), password.slice(0, 63), password.normalize('NFC')])
      if (other !== password) expect((await tried(other)).code).toBe('INVALID_CREDENTIALS');
  });
});

describe('the service of breached passwords', () => {
  test('is not asked about passwords that are refused anyway, nor by anyone beyond a limit', async () => {
    const address = freshAddress();
    peer.asked.length = 0;
    await signUp('football', address);
    expect(peer.asked).toEqual([]);
    let code: string | undefined;
    for (let tried = 0; tried < 50 && code !== 'TOO_MANY_REQUESTS'; tried += 1)
      code = (await signUp('xkjqv-breached', address)).code;
    expect(code).toBe('TOO_MANY_REQUESTS');
    const before = peer.asked.length;
    await signUp('xkjqv-breached', address);
    expect(peer.asked).toHaveLength(before);
  });

  test('does not stop a new password while it is down, and the metrics show that', async () => {
    peer.mood = 'broken';
    try {
      expect((await change(await open(), 'xkjqv-breached')).status).toBe(200);
    } finally {
      peer.mood = 'well';
    }
    const metrics = await shop.metrics();
    expect(metrics).toMatch(/^breach_checks_failed_total [1-9]/m);
  });
});
