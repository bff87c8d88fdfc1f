import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenSession } from '../../../src/lib/contract/accounts/account-entities.ts';
import { openSession } from '../../../src/lib/contract/accounts/account-entities.ts';
import { endSession, endSessions, getSessions } from '../../../src/lib/contract/accounts/account-calls.ts';
import { logInToDemo } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getUser, logout } from '../../../src/lib/contract/calls.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { auditOf, tryLogIn } from './stranger.ts';

/** A customer sees the open sessions and ends unwanted ones. */

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const idleMs = 20 * 60_000;
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

/** Opens a separate session, later than the one before. */
async function open(email: string, userAgent?: string, from = '203.0.113.1'): Promise<string> {
  shop.runtime.advance(1_000);
  const { data } = await tryLogIn(shop, { email, userAgent, from });
  return data!.access_token;
}

/** Opens the demo with one click. */
async function demo(from: string): Promise<string> {
  const { data } = await visit(shop, logInToDemo, { body: {}, address: from });
  return data!.access_token;
}

async function list(accessToken: string): Promise<OpenSession[]> {
  const { body } = await shop.call(getSessions, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

const isOpen = async (accessToken: string) => (await shop.call(getUser, { accessToken, body: {} })).status === 200;

test('sessions are listed with device, address and time, the current one first', async () => {
  const email = 'new@example.com';
  const [first, second, asking] = [
    await open(email, firefox, '2001:db8::7'),
    await open(email, 'é'.repeat(400)),
    await open(email, 'curl/8.1'),
  ];
  expect(await isOpen(first)).toBe(true);
  const sessions = await list(asking);
  expect(sessions.map(({ current }) => current)).toEqual([1, 0, 0]);
  for (const one of sessions) expect(openSession.safeParse(one).success).toBe(true);
  expect(sessions[1]).toMatchObject({ device: 'Firefox on Linux', ip: '2001:db8::7', country_short: null });
  expect(sessions[0]?.created_at).toBe(new Date(shop.runtime.now()).toISOString());
  expect(JSON.stringify(sessions)).not.toContain(second);
});

test.each([
  ['an IPv4 address mapped to IPv6', '::ffff:203.0.113.8', '203.0.113.8'],
  ['a visitor’s own text and a port', '<b>anywhere</b>, [2001:db8::9]:443', '2001:db8::9'],
  ['a long text', 'x'.repeat(5_000), '127.0.0.1'],
  ['a name', '203.0.113.9, a name', '127.0.0.1'],
])('through a proxy that names %s only an address is shown', async (_what, told, ip) => {
  const [own] = await list(await open('demo@example.com', undefined, told));
  expect(own?.ip).toBe(ip);
});

test('sessions of others, and sessions idle for too long, are not listed', async () => {
  await open('limited@example.com');
  shop.runtime.advance(idleMs);
  const asking = await open('limited@example.com');
  expect(await list(asking)).toHaveLength(1);
});

test('what pages ask for by themselves keeps no session open; a report of the person’s activity does', async () => {
  const calls = everyCall.filter(({ isBackground }) => isBackground);
  expect(calls.map(({ name }) => name).sort()).toEqual([
    ...['countNotices', 'getAssets', 'getAutoTrading', 'getBalance', 'getHistory', 'getNotices'],
    ...['getPerformance', 'getPopups', 'getTransaction', 'getTransactions'],
  ]);
  const [away, active] = [await open('limited@example.com'), await open('limited@example.com')];
  for (let minute = 0; minute < 19; minute++) {
    shop.runtime.advance(60_000);
    for (const call of calls) expect((await shop.call(call, { accessToken: away })).status, call.name).not.toBe(401);
    expect(await isOpen(active)).toBe(true);
  }
  shop.runtime.advance(60_000);
  expect([await isOpen(away), await isOpen(active)]).toEqual([false, true]);
});

test('an ended session is closed at once with its sockets in every tab; the others stay open', async () => {
  const [lost, asking] = [await open('new@example.com'), await open('new@example.com')];
  const [tab, otherTab, own] = await Promise.all([lost, lost, asking].map((token) => shop.customerSocket(token)));
  const closed = [tab, otherTab].map((socket) => new Promise((resolve) => socket!.once('disconnect', resolve)));
  const { id } = (await list(lost))[0]!;
  expect((await shop.call(endSession, { accessToken: asking, body: { id } })).status).toBe(200);
  await Promise.all(closed);
  expect(await isOpen(lost)).toBe(false);
  expect(await isOpen(asking)).toBe(true);
  expect(own!.connected).toBe(true);
  const again = await shop.call(endSession, { accessToken: asking, body: { id } });
  expect(again).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  expect((await auditOf(shop)).filter(({ event }) => event === 'session_ended')).toEqual([
    expect.objectContaining({ actor: 'customer', details: { session: id } }),
  ]);
});

test('a session of another customer cannot be ended', async () => {
  const [asking, other] = [await open('limited@example.com'), await open('new@example.com')];
  const { id } = (await list(other))[0]!;
  expect((await shop.call(endSession, { accessToken: asking, body: { id } })).status).toBe(404);
  expect(await isOpen(other)).toBe(true);
});

test('all sessions can be ended together, including the current one; those of other customers stay', async () => {
  const [one, asking, other] = [
    await open('limited@example.com'),
    await open('limited@example.com'),
    await open('demo@example.com'),
  ];
  const socket = await shop.customerSocket(one);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  expect((await shop.call(endSessions, { accessToken: asking, body: {} })).status).toBe(200);
  await closed;
  expect(await Promise.all([one, asking, other].map(isOpen))).toEqual([false, false, true]);
});

test('a logout closes the sockets of its session', async () => {
  const accessToken = await open('demo@example.com');
  const socket = await shop.customerSocket(accessToken);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  await shop.call(logout, { accessToken });
  await closed;
});

test('in the shared account of the demo, nobody sees, changes or ends what others need', async () => {
  const [asking, other] = [await open('demo@example.com', firefox, '203.0.113.5'), await demo('203.0.113.6')];
  for (const [accessToken, ip] of [[asking, '203.0.113.5'] as const, [other, '203.0.113.6'] as const]) {
    expect((await list(accessToken)).map((one) => [one.ip, one.current])).toEqual([[ip, 1]]);
  }
  const text = `select (select count(*)::int from notices n where n.account_id = a.id) as notices,
    (select count(*)::int from mail_outbox where recipient = a.email) as mails from accounts a where a.email = $1`;
  const told = await shop.app.database.query(text, ['demo@example.com']);
  expect(told.rows).toEqual([{ notices: 0, mails: 0 }]);
  // Refused before the body is read, so none has to be valid. The sample names the calls that are of one person.
  const refused = everyCall.filter(({ notShared }) => notShared);
  expect(refused.map(({ name }) => name).sort()).toEqual([
    ...['disableSecondFactor', 'enableSecondFactor', 'endSession', 'endSessions', 'renewRecoveryCodes'],
    ...['startSecondFactor', 'updatePassword', 'updateProfile', 'upload'],
  ]);
  for (const call of refused) {
    const { status, body } = await shop.call(call, { accessToken: asking, body: {} });
    expect([call.name, status, body]).toMatchObject([call.name, 403, { error: { code: 'SHARED_ACCOUNT' } }]);
  }
  expect(await Promise.all([asking, other].map(isOpen))).toEqual([true, true]);
});
