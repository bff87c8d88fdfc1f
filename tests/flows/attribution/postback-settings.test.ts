import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '../../../src/lib/contract/call.ts';
import {
  getPostbacks,
  renewPostbackSecret,
  savePostbacks,
  tryPostback,
} from '../../../src/lib/contract/affiliate/postback-calls.ts';
import { postbackAllowance } from '../../../src/server/affiliates/postbacks/postback-routes.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { Partner } from './postback-floor.ts';
import { deliveriesOf, listen, openPartner, signUp } from './postback-floor.ts';

/** An affiliate's settings for postbacks to its server. Each test has its own affiliate. */

let shop: TestApp;
let hook: MisbehavingServer;
let partner: Partner;
let partners = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { REGISTRATION: 'on', TRUST_PROXY: 'on', POSTBACKS_LOCAL: 'on' } });
  hook = await startMisbehavingServer((_, response) => response.end());
});
afterAll(async () => {
  await shop.close();
  await hook.close();
});
beforeEach(async () => {
  partners += 1;
  partner = await openPartner(shop, `partner-${partners}`);
});

const ask = <Data>(call: Call<unknown, unknown, Data>, body: object = {}) =>
  visit(shop, call, { accessToken: partner.accessToken, body });

async function auditOfPartner() {
  const { rows } = await shop.app.database.query<{ event: string; details: object }>(
    `select event, details from audit_entries where affiliate_id = $1 and event like 'postback%' order by at, id`,
    [partner.affiliateId],
  );
  return rows;
}

describe('the settings', () => {
  test('are empty at first: nothing is sent or stored for sending', async () => {
    expect((await ask(getPostbacks)).data).toEqual({
      settings: { url: null, events: [], secret_made_at: null },
      deliveries: [],
    });
    await signUp(shop, partner.ref);
    expect(await deliveriesOf(shop, partner)).toEqual([]);
    expect(await ask(tryPostback)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await ask(renewPostbackSecret)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await ask(savePostbacks, { url: null, events: [] })).toMatchObject({
      data: { settings: { url: null, secret_made_at: null }, secret: null },
    });
  });

  test('show the secret once and never again', async () => {
    const { data } = await ask(savePostbacks, { url: `${hook.url}/hook`, events: ['registration', 'registration'] });
    const at = new Date(shop.runtime.now()).toISOString();
    const settings = { url: `${hook.url}/hook`, events: ['registration'], secret_made_at: at };
    expect(data).toEqual({ settings, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string });
    expect((await ask(getPostbacks)).data).toEqual({ settings, deliveries: [] });
    // Records of the same instant would be sorted by their random ids.
    shop.runtime.advance(1_000);
    expect(await listen(shop, partner, `${hook.url}/other`)).toBeNull();
    expect(await auditOfPartner()).toMatchObject([
      { event: 'postbacks_changed', details: { host: new URL(hook.url).host, events: 'registration' } },
      { event: 'postbacks_changed', details: { events: 'registration first_deposit' } },
    ]);
  });

  test('encrypt the secret in the database', async () => {
    const secret = await listen(shop, partner, hook.url);
    const { rows } = await shop.app.database.query<{ secret: Buffer }>(
      'select secret from affiliate_postbacks where affiliate_id = $1',
      [partner.affiliateId],
    );
    expect(rows[0]!.secret.includes(Buffer.from(secret!.slice('whsec_'.length), 'base64'))).toBe(false);
    expect(JSON.stringify(shop.log)).not.toContain(secret!.slice('whsec_'.length));
  });

  test('get a new secret on request, which the audit log records', async () => {
    const old = await listen(shop, partner, hook.url);
    shop.runtime.advance(1_000);
    const { data } = await ask(renewPostbackSecret);
    expect(data!.secret).toMatch(/^whsec_/);
    expect(data!.secret).not.toBe(old);
    expect(data!.settings.secret_made_at).toBe(new Date(shop.runtime.now()).toISOString());
    expect((await auditOfPartner()).map(({ event }) => event)).toEqual([
      'postbacks_changed',
      'postback_secret_renewed',
    ]);
  });

  test.each([
    'hook.example',
    'ftp://hook.example/',
    'https://',
    'https://a b/',
    'https://u:p@hook.example/',
    '',
    7,
    'https://hook.example/\u0000',
    'https://hook.example/\ud800',
  ])('are refused with the address %j', async (url) => {
    const answer = await ask(savePostbacks, { url, events: ['registration'] });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION', fields: { url: expect.any(String) as string } });
  });

  test.each([[['sold']], ['registration'], [null], [['registration', 'first_deposit', 'registration']]])(
    'are refused with the events %j',
    async (events) => {
      expect(await ask(savePostbacks, { url: hook.url, events })).toMatchObject({ status: 400, code: 'VALIDATION' });
    },
  );

  test('can be changed a limited number of times an hour', async () => {
    const codes = new Set<string | undefined>();
    for (let times = 0; times <= postbackAllowance.points; times += 1) codes.add((await ask(tryPostback)).code);
    expect([...codes]).toEqual(['NOT_FOUND', 'TOO_MANY_REQUESTS']);
  });
});
