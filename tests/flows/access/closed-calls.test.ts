import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Audience, Call } from '../../../src/lib/contract/call.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

/**
 * Makes every restricted call as everybody who is not allowed to. The list comes from the contract, so a new call is
 * covered without a change here.
 */

const idleMs = 20 * 60_000;
const closed = everyCall.filter(({ audience }) => audience !== 'anyone');
const closedToCustomers = closed.filter(({ audience }) => audience === 'affiliate');
const closedToAffiliates = closed.filter(({ audience }) => audience === 'customer');

let shop: TestApp;
let expired: string;
let expiredOfAffiliate: string;
let customer: { accessToken: string; token: string };
let affiliate: { accessToken: string; token: string };
/** The token that identifies another customer. */
let foreign: string;

beforeAll(async () => {
  shop = await createTestApp();
  // A customer whose documents are still missing: the calls must not be refused because of the account's state.
  const email = 'new@example.com';
  expired = (await shop.logIn(email)).accessToken;
  const { rows } = await shop.app.database.query<{ id: number; token: string }>('select id, token from affiliates');
  const { id, token } = rows[0]!;
  expiredOfAffiliate = await shop.app.sessions.open({ affiliateId: id });
  shop.runtime.advance(idleMs);
  const { accessToken, user } = await shop.logIn(email);
  customer = { accessToken, token: user.token };
  affiliate = { accessToken: await shop.app.sessions.open({ affiliateId: id }), token };
  foreign = (await shop.logIn('limited@example.com')).user.token;
});
afterAll(() => shop.close());

interface Carried {
  accessToken?: string;
  /** The identifier, if the call's path has a parameter for one. */
  path?: string;
  query?: string;
  body?: string;
}

interface Content {
  body?: BodyInit;
  headers?: Record<string, string>;
}

async function send(call: Call, { accessToken, path = customer.token, query, body }: Carried) {
  const address = call.path.replace('{token}', path).replace(/\{\w+\}/g, 'x'.repeat(43));
  const init: Content = call.method === 'GET' ? {} : bodyOf(call, body === undefined ? {} : { token: body });
  const response = await fetch(`${shop.url}${address}${query === undefined ? '' : `?token=${query}`}`, {
    method: call.method,
    body: init.body,
    headers: { ...init.headers, ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }) },
  });
  return { status: response.status, answer: (await response.json()) as unknown };
}

function bodyOf(call: Call, fields: Record<string, string>): Content {
  if (!('acceptsFiles' in call)) {
    return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { body: form };
}

/** Everything that the refused calls could have changed. */
async function facts(): Promise<unknown> {
  const { rows } = await shop.app.database.query(
    `select (select md5(string_agg(a::text, ' ' order by id)) from accounts a) as accounts,
            (select md5(string_agg(f::text, ' ' order by id)) from affiliates f) as affiliates,
            (select count(*) from postback_deliveries) as deliveries, (select count(*) from affiliate_postbacks) as postbacks,
            (select count(*) from sessions where last_seen_at > $1) as sessions, (select count(*) from documents) as documents`,
    // Expired sessions are swept during the test, so they are left out.
    [shop.app.sessions.stillAlive().seenAfter],
  );
  return rows;
}

test('there are restricted calls of customers and of affiliates', () => {
  expect(closedToAffiliates.length).toBeGreaterThan(10);
  expect(closedToCustomers.length).toBeGreaterThan(4);
  const audiences: Audience[] = ['affiliate', 'anyone', 'customer'];
  expect([...new Set<Audience>(everyCall.map(({ audience }) => audience))].sort()).toEqual(audiences);
});

describe.each(closed)('$name', (call) => {
  test('is closed without an access token', async () => {
    const { status, answer } = await send(call, {});
    expect(status).toBe(401);
    expectRefusal(status, answer, 'UNAUTHENTICATED');
  });

  test.each([
    'the expired one',
    'the expired one of an affiliate',
    'the identifier of a customer',
    'one that nobody was given',
  ])('is closed to %s', async (which) => {
    const tokens: Record<string, string> = {
      ...{ 'the expired one': expired, 'the expired one of an affiliate': expiredOfAffiliate },
      'the identifier of a customer': foreign,
    };
    const { status, answer } = await send(call, { accessToken: tokens[which] ?? 'x'.repeat(43) });
    expect(status).toBe(401);
    expectRefusal(status, answer, 'UNAUTHENTICATED');
  });

  test.each(partsOf(call))('is closed to somebody who names another in the %s, and changes nothing', async (part) => {
    const { accessToken } = call.audience === 'affiliate' ? affiliate : customer;
    const before = await facts();
    const { status, answer } = await send(call, { accessToken, [part]: foreign });
    expect(status).toBe(403);
    expectRefusal(status, answer, 'FORBIDDEN');
    expect(await facts()).toEqual(before);
  });
});

/**
 * Where a call may carry an identifier: always in the query, also in the body if it has one, and sometimes in the path.
 */
function partsOf({ method, path }: Call): ('path' | 'query' | 'body')[] {
  return [
    'query',
    ...(method === 'POST' ? (['body'] as const) : []),
    ...(path.includes('{token}') ? (['path'] as const) : []),
  ];
}

test('an attempt on another customer’s data is recorded, with the session but without the identifiers', async () => {
  shop.log.length = 0;
  const call = closedToAffiliates.find(({ method }) => method === 'POST')!;
  await send(call, { accessToken: customer.accessToken, body: foreign });
  const { id } = (await shop.app.sessions.peek(customer.accessToken))!;
  expect(shop.log.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ msg: 'a call was refused to this caller', session: id }),
  ]);
  expect(JSON.stringify(shop.log)).not.toContain(foreign);
});

test.each(closedToAffiliates)('$name is closed to an affiliate', async (call) => {
  const { accessToken, token } = affiliate;
  const { status, answer } = await send(call, { accessToken, path: token });
  expect(status).toBe(403);
  expectRefusal(status, answer, 'FORBIDDEN');
});

test.each(closedToCustomers)('$name is closed to a customer', async (call) => {
  for (const body of [undefined, affiliate.token]) {
    const { status, answer } = await send(call, { accessToken: customer.accessToken, body });
    expect(status).toBe(403);
    expectRefusal(status, answer, 'FORBIDDEN');
  }
});
