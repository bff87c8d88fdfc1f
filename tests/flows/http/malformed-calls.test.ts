import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../../src/lib/contract/call.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-calls.ts';
import { calls, getCandles, getHistory } from '../../../src/lib/contract/calls.ts';
import { cockpitCalls } from '../../../src/lib/contract/cockpit-calls.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import { publishPopup } from '../../../src/server/popups/publish-popup.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { answeredDifferently, expectRefusal, spoiled, wrongWholes } from '../../support/wrong-values.ts';
import { samples } from './call-samples.ts';

/** Uploads are not JSON: tests/flows/documents covers them. */
const withBody = everyCall.filter((call) => call.method === 'POST' && !('acceptsFiles' in call));
const withBearer = everyCall.filter((call) => call.audience !== 'anyone');
/** These answer malformed questions as Cockpit does: cockpit-format.test.ts covers them. */
const asCockpit = new Set<string>(cockpitCalls.map((call) => call.name));
const tooLarge = JSON.stringify({ email: 'x'.repeat(10_000_000) });
/** These calls end the session of their caller. */
const endsItsSession = new Set(['logout', 'endSessions', 'affiliateLogout']);
const sampleOf = (call: Call) => samples[call.name] ?? {};
const pathOf = (call: Call) =>
  call.path.replace(/\{(\w+)\}/g, (_all, name: string) => sampleOf(call).params?.[name] ?? '');

let shop: TestApp;
let accessToken: string;
let ownToken: string;
let accountId: number;
/** A customer who gets a new session whenever a test ends one. */
let leaver: { accountId: number; token: string };
let affiliate: { id: number; token: string; accessToken: string };

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on' } });
  // The shared account of the demo, where calls of one person are refused, is another one here.
  for (const [before, email] of [
    ['demo@example.com', 'own@example.com'],
    ['new@example.com', 'demo@example.com'],
  ])
    await shop.app.database.query('update accounts set email = $2 where email = $1', [before, email]);
  const { accessToken: opened, user } = await shop.logIn('own@example.com');
  accessToken = opened;
  ownToken = user.token;
  accountId = (await shop.app.sessions.peek(accessToken))!.accountId!;
  const other = await shop.logIn('limited@example.com');
  const { accountId: leaverId } = (await shop.app.sessions.peek(other.accessToken))!;
  leaver = { accountId: leaverId!, token: other.user.token };
  const { rows } = await shop.app.database.query<{ id: number; token: string }>('select id, token from affiliates');
  affiliate = { ...rows[0]!, accessToken: await shop.app.sessions.open({ affiliateId: rows[0]!.id }) };
  samples.getTransactions = { params: { token: ownToken } };
  const transaction = { transaction_id: await transactionThatIsOver(user.token) };
  samples.getTransaction = { body: transaction };
  samples.cancelTransaction = { body: transaction, refusedWith: 'TRANSACTION_CLOSED' };
  samples.sendTransaction = { ...samples.sendTransaction, body: { ...transaction, lang: 'de' } };
  const { body } = await shop.call(getHistory, { accessToken, body: {} });
  samples.getReceipt = { body: { id: body.status === 'success' && body.data.rows[0]?.id } };
  const parts = { database: shop.app.database, runtime: shop.runtime };
  const popup = await publishPopup(parts, { accountId: null, title: 'News', html: '<p>News</p>' });
  samples.readPopup = { body: { id: popup.ok && popup.id } };
});
afterAll(() => shop.close());

async function transactionThatIsOver(token: string): Promise<string | undefined> {
  const { body } = await shop.call({ ...getTransactions, path: `/api/transactions/get/${token}` }, { accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.find(({ transaction_status: status }) => status === 'approved')?.transaction_id;
}

async function send(
  call: Call,
  init: { body?: BodyInit; type?: string; query?: string; method?: string; bearer?: string },
) {
  const { body, type = 'application/json', query = '', method = call.method } = init;
  const bearer = init.bearer ?? (await bearerFor(call));
  const response = await fetch(`${shop.url}${pathOf(call)}${query}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
  const isFile = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  const answer = isFile ? { status: 'success', data: await response.text() } : ((await response.json()) as unknown);
  return { status: response.status, answer, headers: response.headers };
}

/** Calls that end sessions are made by a customer whom no other test needs. */
async function bearerFor(call: Call): Promise<string> {
  const isOfAffiliate = call.audience === 'affiliate';
  const owner = isOfAffiliate ? { affiliateId: affiliate.id } : { accountId: leaver.accountId };
  if (endsItsSession.has(call.name)) return shop.app.sessions.open(owner);
  return isOfAffiliate ? affiliate.accessToken : accessToken;
}

async function spareSession(): Promise<string | undefined> {
  return (await shop.app.sessions.peek(await shop.app.sessions.open({ accountId })))?.id;
}

function ownTokenFor(call: Call): string {
  if (call.audience === 'affiliate') return affiliate.token;
  return endsItsSession.has(call.name) ? leaver.token : ownToken;
}

test('every call of the contract has a sample', () => {
  expect(Object.keys(samples).sort()).toEqual(everyCall.map((call) => call.name).sort());
});

describe.each(everyCall)('$name', (call) => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => method !== call.method))(
    'answers %s with 405 and the allowed method',
    async (method) => {
      const { status, answer, headers } = await send(call, { method });
      expectRefusal(status, answer, 'METHOD_NOT_ALLOWED');
      expect(headers.get('allow')).toContain(call.method);
    },
  );

  test('exists only at its own path', async () => {
    const below = everyCall.find(({ path }) => path.startsWith(`${call.path}/{`));
    const unknown = ['NOT_FOUND', ...(below?.wrongParams ? [below.wrongParams] : [])];
    for (const path of [`${pathOf(call)}/`, `${pathOf(call)}/x`, pathOf(call).toUpperCase(), `/${pathOf(call)}`]) {
      const response = await fetch(`${shop.url}${path}`, { method: call.method });
      expectRefusal(response.status, await response.json(), ...unknown);
    }
  });
});

describe.each(withBearer)('$name', (call) => {
  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(4_000)])('is closed to the bearer "%s"', async (bearer) => {
    const { status, answer } = await send(call, { bearer });
    expectRefusal(status, answer, 'UNAUTHENTICATED');
  });

  test.each(['', 'Basic eDp5', 'Bearer', 'bearer  ', 'Bearer a b'])('is closed to "%s"', async (authorization) => {
    const response = await fetch(`${shop.url}${pathOf(call)}`, { method: call.method, headers: { authorization } });
    expectRefusal(response.status, await response.json(), 'UNAUTHENTICATED');
  });

  test('refuses another customer’s token and accepts one’s own', async () => {
    if ((!call.body && !call.query) || 'acceptsFiles' in call) return;
    const carry = (token: string) =>
      call.method === 'GET'
        ? { query: `?token=${token}` }
        : { body: JSON.stringify({ ...sampleOf(call).body, token }) };
    const foreign = await send(call, carry('00000000-0000-4000-8000-000000000000'));
    expectRefusal(foreign.status, foreign.answer, 'FORBIDDEN');
    // The session is opened only now, because the new password would have ended it with the other sessions.
    if (call.name === 'endSession') samples.endSession = { body: { id: await spareSession() } };
    const own = await send(call, carry(ownTokenFor(call)));
    const { refusedWith } = sampleOf(call);
    if (refusedWith === undefined) expect(own).toMatchObject({ status: 200, answer: { status: 'success' } });
    else expectRefusal(own.status, own.answer, refusedWith);
  });
});

describe.each(withBody.filter((call) => call.body))('the body of $name', (call) => {
  test.each(['{', '{"a":', 'NaN', '{"a":NaN}', "{'a':1}", '{"a":1}}', '\u0000', '', '{"__proto__":{"x":1}}', '[1,]'])(
    'is refused as %j',
    async (body) => {
      const { status, answer } = await send(call, { body });
      expectRefusal(status, answer, 'BAD_JSON');
    },
  );

  test.each(['text/plain', 'text/html', 'application/xml', 'nonsense', 'image/png'])(
    'is refused as %s',
    async (type) => {
      const { status, answer } = await send(call, { body: '{}', type });
      expectRefusal(status, answer, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test('is parsed as a page’s form only if the contract says so', async () => {
    const { status, answer } = await send(call, { body: '{}', type: 'application/x-www-form-urlencoded' });
    expectRefusal(status, answer, call.acceptsForms ? 'VALIDATION' : 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('is refused as a form with files', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x']), 'x.pdf');
    const response = await fetch(`${shop.url}${pathOf(call)}`, {
      ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${await bearerFor(call)}` } },
    });
    expectRefusal(response.status, await response.json(), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('is refused if it has 10 MB', async () => {
    const { status, answer } = await send(call, { body: tooLarge });
    expectRefusal(status, answer, 'BODY_TOO_LARGE');
  });

  test('with any field spoiled is refused or answered, but never a fault', async () => {
    if (asCockpit.has(call.name)) return;
    const bodies = [...spoiled({ token: ownTokenFor(call), ...sampleOf(call).body }), ...wrongWholes];
    for (const body of answeredDifferently(call, bodies)) {
      const { status, answer } = await send(call, { body: JSON.stringify(body) });
      if (status !== 200) expectRefusal(status, answer);
    }
    const numbers = await send(call, { body: '{"token":1e999,"email":1e999,"password":-1e999,"info":1e999}' });
    expectRefusal(numbers.status, numbers.answer, 'VALIDATION');
  });

  test('of any other kind is refused or answered, but never a fault', async () => {
    if (asCockpit.has(call.name)) return;
    const anything = fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 50 }), async (bodies) => {
      for (const body of answeredDifferently(call, bodies)) {
        const { status, answer } = await send(call, { body: JSON.stringify(body) });
        if (status !== 200) expectRefusal(status, answer);
      }
    });
    await fc.assert(anything, { numRuns: 2 });
  });
});

describe.each(everyCall.filter((call) => call.query && !asCockpit.has(call.name)))('the query of $name', (call) => {
  test('with any field spoiled is refused or answered, but never a fault', async () => {
    const sample: Record<string, unknown> = { token: ownToken, ...sampleOf(call).query };
    const queries = spoiled(sample).map((query) =>
      Object.entries(query)
        .flatMap(([name, value]) => [value].flat(9).map((one) => `${name}=${encodeURIComponent(toWellFormed(one))}`))
        .join('&'),
    );
    const odd = ['%', '%ff', 'token=%', 'symbol=%E0%A4%A', '&&&', '=', 'symbol[]=BTCUSD', 'a'.repeat(4_000)];
    for (const query of [...queries, ...odd]) {
      const { status, answer } = await send(call, { query: `?${query}` });
      if (status !== 200) expectRefusal(status, answer);
    }
  });
});

test('a missing or wrong required field is named', async () => {
  const [login] = calls;
  const { status, answer } = await send(login, { body: '{"password":7}' });
  expectRefusal(status, answer, 'VALIDATION');
  expect(answer).toMatchObject({ error: { fields: { email: 'Email is required', password: 'Password is required' } } });
});

test('an unknown symbol has its own refusal', async () => {
  const { status, answer } = await send(getCandles, { query: '?symbol=NOPE&resolution=1m&from=0&to=1' });
  expectRefusal(status, answer, 'UNKNOWN_SYMBOL');
});

/** `encodeURIComponent` throws on a lone surrogate. */
function toWellFormed(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}
