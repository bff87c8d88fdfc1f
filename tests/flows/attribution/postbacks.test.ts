import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  renewPostbackSecret,
  resendPostback,
  savePostbacks,
  tryPostback,
} from '../../../src/lib/contract/affiliate/postback-calls.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enterAsAffiliate } from '../affiliate/affiliate-floor.ts';
import type { Partner } from './postback-floor.ts';
import { deliveriesOf, isSigned, listen, openPartner, signUp, toldTo } from './postback-floor.ts';

/** Postbacks to an affiliate's own server. Each test has its own affiliate. */

const hourMs = 3_600_000;
const env = { REGISTRATION: 'on', TRUST_PROXY: 'on' };
let shop: TestApp;
let hook: MisbehavingServer;
let answered = 200;
let partner: Partner;
let partners = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { ...env, POSTBACKS_LOCAL: 'on' } });
  hook = await startMisbehavingServer((_, response) => response.writeHead(answered).end('Thanks'));
});
afterAll(async () => {
  await shop.close();
  await hook.close();
});
beforeEach(async () => {
  partners += 1;
  partner = await openPartner(shop, `partner-${partners}`);
  answered = 200;
  await shop.app.postbacks.work();
  hook.asked.length = 0;
});

const ask = (call: Parameters<typeof visit>[1], body: object = {}, own = partner) =>
  visit(shop, call, { accessToken: own.accessToken, body });

describe('the affiliate’s server', () => {
  test('gets a signed registration without personal data', async () => {
    const secret = await listen(shop, partner, `${hook.url}/hook?key=1`);
    const account = await signUp(shop, partner.ref, { source_tag: 'spring' });
    const at = new Date(shop.runtime.now()).toISOString();
    await shop.app.postbacks.work();
    expect(hook.asked).toHaveLength(1);
    const [asked] = hook.asked;
    expect(asked).toMatchObject({ method: 'POST', path: '/hook?key=1' });
    expect(isSigned(asked!, secret!)).toBe(true);
    expect(Number(asked!.headers['webhook-timestamp'])).toBe(Math.floor(shop.runtime.now() / 1000));
    const told = { event: 'registration', account: account.uniqid, source_tag: 'spring', country: 'DE', at };
    const [delivery] = await deliveriesOf(shop, partner);
    expect(toldTo(hook)).toEqual([{ id: delivery!.id, ...told }]);
    expect(asked!.headers['webhook-id']).toBe(delivery!.id);
    expect(delivery).toEqual({
      ...{ id: delivery!.id, event: 'registration', account: account.uniqid, state: 'delivered', tries: 1 },
      ...{ last_status: 200, last_fault: null, created_at: at, due_at: null, answered_at: at },
    });
  });

  test('gets only the events that the affiliate chose, and only of its own accounts', async () => {
    await listen(shop, partner, hook.url, ['first_deposit']);
    const other = await openPartner(shop, `other-${partners}`);
    await listen(shop, other, `${hook.url}/other`);
    await signUp(shop, partner.ref);
    const theirs = await signUp(shop, other.ref);
    await signUp(shop, null);
    await shop.app.postbacks.work();
    expect(hook.asked.map(({ path }) => path)).toEqual(['/other']);
    expect(toldTo(hook)).toMatchObject([{ account: theirs.uniqid }]);
  });

  test('gets nothing about an account that does not count', async () => {
    await listen(shop, partner, hook.url);
    const { phone } = await signUp(shop, null);
    await signUp(shop, partner.ref, { phone });
    expect(await deliveriesOf(shop, partner)).toEqual([]);
  });

  test('is tried again at growing intervals until it accepts; the id stays, the signature is new each time', async () => {
    const secret = await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    answered = 500;
    const waits: number[] = [];
    for (let tries = 1; tries <= 4; tries += 1) {
      await shop.app.postbacks.work();
      await shop.app.postbacks.work();
      expect(hook.asked).toHaveLength(tries);
      const [delivery] = await deliveriesOf(shop, partner);
      expect(delivery).toMatchObject({ state: 'waiting', tries, last_status: 500, last_fault: 'status' });
      const waitMs = Date.parse(delivery!.due_at!) - shop.runtime.now();
      waits.push(waitMs / 1_000);
      shop.runtime.advance(waitMs);
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    answered = 204;
    await shop.app.postbacks.work();
    expect(await deliveriesOf(shop, partner)).toMatchObject([{ state: 'delivered', tries: 5, last_status: 204 }]);
    expect(new Set(hook.asked.map(({ body }) => body)).size).toBe(1);
    expect(new Set(hook.asked.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
    expect(hook.asked.every((asked) => isSigned(asked, secret!))).toBe(true);
  });

  test('is given up after three days, and can then be tried again', async () => {
    await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    answered = 404;
    for (let hours = 0; hours < 80; hours += 1) {
      await shop.app.postbacks.work();
      shop.runtime.advance(hourMs);
    }
    const later = { ...partner, accessToken: (await enterAsAffiliate(shop, partner.email)).accessToken };
    const [givenUp] = await deliveriesOf(shop, later);
    expect(givenUp).toMatchObject({ state: 'given_up', due_at: null, last_status: 404 });
    const asked = hook.asked.length;
    expect(asked).toBeGreaterThan(60);
    shop.runtime.advance(24 * hourMs);
    await shop.app.postbacks.work();
    expect(hook.asked).toHaveLength(asked);

    answered = 200;
    later.accessToken = (await enterAsAffiliate(shop, partner.email)).accessToken;
    expect((await ask(resendPostback, { id: givenUp!.id }, later)).data).toMatchObject({ state: 'waiting', tries: 0 });
    await shop.app.postbacks.work();
    expect(hook.asked).toHaveLength(asked + 1);
    expect(await deliveriesOf(shop, later)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  test('gets a delivered postback again if the affiliate asks for it', async () => {
    await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    await shop.app.postbacks.work();
    const { id } = (await deliveriesOf(shop, partner))[0]!;
    expect((await ask(resendPostback, { id })).status).toBe(200);
    await shop.app.postbacks.work();
    expect(hook.asked.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });

  test('gets a test that is about no account', async () => {
    const secret = await listen(shop, partner, hook.url, []);
    const tried = await ask(tryPostback);
    expect(tried.data).toMatchObject({ event: 'test', account: null, state: 'waiting' });
    await shop.app.postbacks.work();
    expect(toldTo(hook)).toMatchObject([{ event: 'test', account: null, country: null }]);
    expect(isSigned(hook.asked[0]!, secret!)).toBe(true);
  });

  test('gets signatures by the new secret, also for waiting deliveries', async () => {
    const old = await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    const { data } = await visit(shop, renewPostbackSecret, { accessToken: partner.accessToken });
    await shop.app.postbacks.work();
    expect([isSigned(hook.asked[0]!, old!), isSigned(hook.asked[0]!, data!.secret)]).toEqual([false, true]);
  });

  test('gets nothing once postbacks are off, and waiting deliveries are given up', async () => {
    await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    await listen(shop, partner, null);
    await shop.app.postbacks.work();
    expect(hook.asked).toEqual([]);
    const deliveries = await deliveriesOf(shop, partner);
    expect(deliveries).toMatchObject([{ state: 'given_up', tries: 0 }]);
    expect(await ask(resendPostback, { id: deliveries[0]!.id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('a stranger', () => {
  test('neither sees nor resends a delivery of another affiliate', async () => {
    await listen(shop, partner, hook.url);
    await signUp(shop, partner.ref);
    await shop.app.postbacks.work();
    const { id } = (await deliveriesOf(shop, partner))[0]!;
    const other = await openPartner(shop, `stranger-${partners}`);
    await listen(shop, other, hook.url);
    expect(await deliveriesOf(shop, other)).toEqual([]);
    expect(await ask(resendPostback, { id }, other)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await shop.app.postbacks.work();
    expect(hook.asked).toHaveLength(1);
  });

  test('gets nothing at an address inside the broker’s network, unless the broker allows it', async () => {
    const strict = await createTestApp({ env });
    try {
      const own = await openPartner(strict, 'inside');
      const save = (url: string) =>
        visit(strict, savePostbacks, { accessToken: own.accessToken, body: { url, events: ['registration'] } });
      const named = `https://localhost:${new URL(hook.url).port}/`;
      const inside = ['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'];
      for (const url of [hook.url, named, ...inside, 'http://partner.example/', 'https://a:b@partner.example/'])
        expect(await save(url)).toMatchObject({ status: 400, code: 'VALIDATION' });
      // An address that was saved before the rule refused it gets no postback either.
      expect((await save('https://partner.example/')).status).toBe(200);
      await strict.app.database.query('update affiliate_postbacks set url = $1', [named]);
      await signUp(strict, own.ref);
      await strict.app.postbacks.work();
      expect(await deliveriesOf(strict, own)).toMatchObject([
        { state: 'waiting', tries: 1, last_status: null, last_fault: 'address' },
      ]);
      expect(hook.asked).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});
