import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPostbacks } from '../../../src/lib/contract/affiliate/postback-calls.ts';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { Partner } from '../attribution/postback-floor.ts';
import { deliveriesOf, listen, openPartner, signUp } from '../attribution/postback-floor.ts';
import { emailOf, referAccounts, referred } from './affiliate-floor.ts';

/**
 * One affiliate asks for another's data by every affiliate call, in every form that the call allows. No call may return
 * or change anything of the other affiliate's.
 */

const forAffiliates = everyCall.filter(({ audience }) => audience === 'affiliate');
const month = { from: '2019-07-01', until: '2019-07-31' };
const people = Array.from({ length: 7 }, (_, index) =>
  referred(`theirs-${index}`, {
    ...{ firstName: 'Forename', lastName: `Surname${index}`, countryId: 352, sourcePage: '/their-page' },
    ...{ createdAt: new Date(`2019-07-1${index}T12:00:00Z`), sourceTag: 'their-tag' },
    deposit: index % 2 === 0 ? { at: new Date(`2019-07-2${index}T12:00:00Z`), minor: 735_142 } : null,
  }),
);

let shop: TestApp;
let hook: MisbehavingServer;
let own: Partner;
let other: Partner;
/** Data that only the other affiliate has, as it would appear in answers. */
let theirs: string[];
/** Bodies to send, by name of the call. */
let requests: Record<string, object[]>;

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on', POSTBACKS_LOCAL: 'on' } });
  hook = await startMisbehavingServer((_, response) => response.end());
  own = await openPartner(shop, 'own');
  other = await openPartner(shop, 'their-name');
  await listen(shop, own, `${hook.url}/own`);
  await listen(shop, other, `${hook.url}/their-hook`);
  await referAccounts(shop, other.affiliateId, people);
  const { uniqid, email } = await signUp(shop, other.ref);
  await shop.app.postbacks.work();
  const { rows } = await shop.app.database.query<{ token: string }>(
    'select token::text from affiliates where id = $1',
    [other.affiliateId],
  );
  const deliveries = (await deliveriesOf(shop, other)).map(({ id }) => id);
  expect(deliveries).toHaveLength(1);
  theirs = [
    ...people.flatMap((person) => [person.uniqid, emailOf(person), person.lastName]),
    ...['their-page', 'their-tag', 'their-hook', '7351.42', '"IS"', '2019-07-10', '2019-07-20'],
    ...[other.email, rows[0]!.token, uniqid, email, ...deliveries],
  ];
  requests = requestsFor(await cursorsOf(other), deliveries);
});
afterAll(async () => {
  await shop.close();
  await hook.close();
});

function requestsFor(cursors: readonly string[], deliveries: readonly string[]): Record<string, object[]> {
  const filters = [null, { where: 'created_at', ...month }, { where: 'transactions', ...month }];
  const searches = [undefined, 'theirs-3', 'surname', '%'];
  const choices = filters.flatMap((filter) => searches.map((search) => ({ filter, search })));
  const sorts = ['created_at', 'first_deposit'].flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order })));
  const newPassword = 'quiet-7351';
  return {
    affiliateLogout: [{}],
    updateAffiliatePassword: [{ new_password: newPassword, confirm_password: newPassword }],
    getAffiliateAccounts: [
      ...choices.flatMap((choice) => sorts.map((sorted) => ({ ...choice, ...sorted }))),
      ...cursors.flatMap((after) => sorts.map((sorted) => ({ ...sorted, after }))),
    ],
    getAffiliateSummary: choices,
    exportAffiliateAccounts: choices,
    compareAffiliateAccounts: [
      { csv: `id\n${people.map(({ uniqid }) => uniqid).join('\n')}` },
      { csv: `email\n${people.map(emailOf).join('\n')}` },
      { csv: 'id,created_at,first_deposit\nnobody,2019-07-01,\nnobody-either,2019-07-31,' },
    ],
    getPostbacks: [{}],
    savePostbacks: [{ url: `${hook.url}/own`, events: ['registration'] }],
    renewPostbackSecret: [{}],
    resendPostback: deliveries.map((id) => ({ id })),
    tryPostback: [{}],
  };
}

async function send(call: Call, accessToken: string, body: object) {
  const response = await fetch(`${shop.url}${call.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** The cursors of the other affiliate's lists, one for each sort key. */
async function cursorsOf({ accessToken }: Partner): Promise<string[]> {
  const cursors: string[] = [];
  for (const sort of ['created_at', 'first_deposit']) {
    const { text } = await send(getAffiliateAccounts, accessToken, { sort, limit: 2 });
    cursors.push((JSON.parse(text) as { data: { next: string } }).data.next);
  }
  return cursors;
}

/** Everything that is stored about the other affiliate and its people. */
async function storedOfOther(): Promise<string> {
  const { rows } = await shop.app.database.query<{ stored: string }>(
    `select jsonb_build_array(
       (select jsonb_agg(f) from affiliates f where f.id = $1),
       (select jsonb_agg(s order by s.id) from sessions s where s.affiliate_id = $1),
       (select jsonb_agg(a order by a.id) from accounts a where a.referred_by_affiliate_id = $1),
       (select jsonb_agg(p) from affiliate_postbacks p where p.affiliate_id = $1),
       (select jsonb_agg(d order by d.id) from postback_deliveries d where d.affiliate_id = $1))::text as stored`,
    [other.affiliateId],
  );
  return rows[0]!.stored;
}

/**
 * A name or cursor of the other affiliate is refused like one that does not exist; everything else is answered with the
 * affiliate's own data.
 */
function statusOf({ name }: Call, body: object): number {
  if (name === 'resendPostback') return 404;
  return 'after' in body ? 400 : 200;
}

test('the other affiliate sees all of its own data', async () => {
  const calls = [getAffiliateAccounts, getAffiliateSummary, exportAffiliateAccounts, getPostbacks];
  const answers = await Promise.all(calls.map(async (call) => (await send(call, other.accessToken, {})).text));
  const user = JSON.stringify(await shop.app.sessions.peek(other.accessToken)) + other.email;
  const seen = [...answers, user].join('\n');
  expect(theirs.filter((one) => !seen.includes(one))).toEqual([]);
});

test('there are request bodies for every call of affiliates', () => {
  expect(Object.keys(requests).sort()).toEqual(forAffiliates.map(({ name }) => name).sort());
});

describe.each(forAffiliates)('$name', (call) => {
  test('answers and changes nothing of another affiliate', async () => {
    const before = await storedOfOther();
    // No call accepts these fields today. They are sent in case one does some day.
    const { affiliateId } = other;
    const named = { affiliate_id: affiliateId, affiliateId, ref: other.ref, uniqid: other.ref, email: other.email };
    for (const request of requests[call.name] ?? []) {
      for (const body of [request, { ...named, ...request }]) {
        const accessToken = await shop.app.sessions.open({ affiliateId: own.affiliateId });
        const { status, text } = await send(call, accessToken, body);
        expect(status).toBe(statusOf(call, body));
        const sent = JSON.stringify(body);
        expect(theirs.filter((one) => text.includes(one) && !sent.includes(one))).toEqual([]);
      }
    }
    expect(await storedOfOther()).toBe(before);
  });
});
