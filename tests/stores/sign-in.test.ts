import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '../../src/lib/contract/entities.ts';
import { storageKeys } from '../../src/lib/contract/session.ts';
import { logInByCode } from '../../src/stores/sign-in/log-in-by-code.ts';
import type { Registration } from '../../src/stores/sign-in/register.ts';
import { register } from '../../src/stores/sign-in/register.ts';
import { clientInfo } from '../../src/stores/shell/client-info.ts';
import { $session, beginSession } from '../../src/stores/session.ts';
import { demoUser } from '../support/demo-user.ts';

const device = 'd'.repeat(43);
const info = { ip: '192.0.2.1', country_short: 'DE', country_long: 'Germany', city: null };
const whole: User = {
  ...demoUser,
  ...{ phone: '+4930901820', birth_date: '1990-01-01', country_id: 276 },
  ...{ state: 'Berlin', city: 'Berlin', street: 'Markt 1', zip_code: '10115' },
};

let kept: Map<string, string>;
let asked: { path: string; body: Record<string, unknown>; authorization: string | undefined }[];

/**
 * Answers every call with success and the data given for its path. The call for the client info gets the client info.
 */
function answerWith(data: Record<string, unknown>): void {
  vi.stubGlobal('fetch', (path: string, { body, headers }: RequestInit & { headers: Record<string, string> }) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
    asked.push({ path, body: sent, authorization: headers['authorization'] });
    return Promise.resolve(
      Response.json({ status: 'success', data: path === '/api/get/clientInfo' ? info : data[path] }),
    );
  });
}

beforeEach(() => {
  asked = [];
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => {
  $session.set(null);
  vi.unstubAllGlobals();
});

const code = 'c'.repeat(43);
const codePath = `/api/accounts/login/${code}`;
const entered = { access_token: 'new', device };

it.each([
  ['reset', whole, 'password', undefined],
  ['reset', demoUser, 'password', undefined],
  ['login', whole, 'platform', undefined],
  ['login', demoUser, 'details', demoUser.uniqid],
] as const)('a link for a %s leads where it should', async (purpose, user, goal, marker) => {
  answerWith({ [codePath]: { ...entered, user, purpose } });
  expect(await logInByCode(code)).toEqual({ ok: true, goal });
  expect(kept.get(storageKeys.registered)).toBe(marker);
  expect(kept.get(storageKeys.device)).toBe(device);
  expect($session.get()).toEqual({ access_token: 'new', user });
});

it('ends the previous session, with its own token', async () => {
  beginSession({ access_token: 'old', user: demoUser });
  answerWith({ [codePath]: { ...entered, user: whole, purpose: 'login' } });
  await logInByCode(code);
  expect($session.get()?.access_token).toBe('new');
  expect(asked.find(({ path }) => path === '/api/accounts/logout')?.authorization).toBe('Bearer old');
});

const typed: Registration = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'x', phone: '+4930901820' },
  ...{ country: 'DE', agree: true, lang: 'en', recaptcha: undefined },
};

it('a registration contains the referral code and the first page', async () => {
  kept.set(storageKeys.referral, 'abc-123').set(storageKeys.sourcePage, '/about');
  answerWith({ '/api/accounts/register': { ...entered, user: demoUser } });
  expect(await register(typed)).toEqual({ ok: true, user: demoUser });
  expect(asked.at(-1)?.body).toMatchObject({ ref: 'abc-123', source_page: '/about', info: JSON.stringify(info) });
  expect(kept.get(storageKeys.registered)).toBe(demoUser.uniqid);
});

it.each([
  ['abc-123.news.letter_5-b', { ref: 'abc-123', source_tag: 'news.letter_5-b' }],
  ['abc.a b', { ref: 'abc' }],
  ['abc.', { ref: 'abc' }],
  [`abc.${'x'.repeat(51)}`, { ref: 'abc' }],
  ['.x', {}],
])('of the stored code %j, %j is sent', async (value, sent) => {
  kept.set(storageKeys.referral, value);
  answerWith({ '/api/accounts/register': null });
  await register(typed);
  const { ref, source_tag: tag } = asked.at(-1)?.body ?? {};
  expect({ ref, source_tag: tag }).toEqual({ ref: undefined, source_tag: undefined, ...sent });
});

it('invalid values of these are not sent, so that they prevent no registration', async () => {
  kept.set(storageKeys.referral, 'a b<c>').set(storageKeys.sourcePage, 'about');
  answerWith({ '/api/accounts/register': null });
  expect(await register(typed)).toEqual({ ok: true, user: null });
  expect(Object.keys(asked.at(-1)?.body ?? {})).not.toContain('ref');
  expect(Object.keys(asked.at(-1)?.body ?? {})).not.toContain('source_page');
  expect($session.get()).toBeNull();
  expect(kept.has(storageKeys.registered)).toBe(false);
});

it('the location of a visitor is requested once', async () => {
  answerWith({});
  expect(await clientInfo()).toEqual(info);
  expect(await clientInfo()).toEqual(info);
  expect(asked).toHaveLength(1);
});
