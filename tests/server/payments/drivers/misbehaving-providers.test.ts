import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProviderCall } from '../../../../src/server/payments/drivers/call-provider.ts';
import { httpDescription, linkDescription } from '../../../../src/server/payments/drivers/http-description.ts';
import { createHttpDriver } from '../../../../src/server/payments/drivers/http-driver.ts';
import { createLinkDriver } from '../../../../src/server/payments/drivers/link-driver.ts';
import type { PaymentDriver } from '../../../../src/server/payments/payment-provider.ts';
import { ProviderUnavailable } from '../../../../src/server/payments/payment-provider.ts';
import { providerDescription } from '../../../../src/server/payments/providers/provider-file.ts';
import { createWidgetDriver } from '../../../../src/server/payments/drivers/widget-driver.ts';
import { anOrder } from '../../../support/payments/an-order.ts';
import type { Misbehaviour, MisbehavingServer } from '../../../support/payments/misbehaving-server.ts';
import { misbehaviours, startMisbehavingServer } from '../../../support/payments/misbehaving-server.ts';
import { createTestRuntime } from '../../../support/test-runtime.ts';

const order = anOrder();
const paid = { order: order.transactionId, sum: '250.50', cur: 'EUR', state: 'DONE' };
/** The provider's answer when it behaves. */
let answer: unknown;
let provider: MisbehavingServer;
beforeAll(async () => {
  provider = await startMisbehavingServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
beforeEach(() => {
  provider.misbehaviour = null;
});
afterAll(() => provider.close());

const sign = { algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'x-signature', over: 'body' } as const;
const paths = { order: 'order', amount: 'sum', currency: 'cur', status: 'state' };
const webhook = { sign, ...paths, outcomes: { paid: ['DONE'], failed: ['NO'] } };
const identity = { secret: 'hush hush', key: 'k-1', values: { merchant: 'm-7' } };

/** A driver of each described kind, with this time limit. */
function drivers(timeoutMs: number, changes: object = {}): Record<'send' | 'link' | 'widget', PaymentDriver> {
  const call = createProviderCall({ timeoutMs });
  const byOurName = { url: `${provider.url}/payments/{order_id}`, headers: { authorization: 'Bearer {key}' } };
  const reports = { webhook, ask: byOurName, ...changes };
  const start = { url: `${provider.url}/start`, encoding: 'json', fields: { sum: '{amount}' }, redirect: 'url' };
  const described = httpDescription.parse({ unit: 'major', start, ...reports });
  const link = linkDescription.parse({ url: `${provider.url}/pay?order={order_id}&city={city}`, ...reports });
  const shown = { name: 'acme', method: 3, label: 'Acme', icon: 'wallet' };
  const script = { script: `${provider.url}/cashier.js`, attributes: {}, button: 'button' };
  const description = providerDescription.parse({ ...shown, ...script, kind: 'widget', ...reports });
  if (description.kind !== 'widget') throw new Error('That is another kind');
  const widget = createWidgetDriver({
    description,
    identity,
    call,
    masterKey: Buffer.alloc(32),
    runtime: createTestRuntime(),
  });
  return {
    send: createHttpDriver({ description: described, identity, call }),
    link: createLinkDriver({ description: link, identity, call }),
    widget: widget.driver,
  };
}
const kinds = ['send', 'link', 'widget'] as const;

/**
 * These two misbehaviours end only at the time limit, so it is short. The others get a limit that even a busy machine
 * meets.
 */
const limitFor = (misbehaviour: Misbehaviour) => (/^(silent|slow to end)$/.test(misbehaviour) ? 300 : 30_000);

test.each(misbehaviours)('a provider that is %s when asked for a page is unavailable', async (misbehaviour) => {
  provider.misbehaviour = misbehaviour;
  await expect(drivers(limitFor(misbehaviour)).send.start(order)).rejects.toThrow(ProviderUnavailable);
});

describe.each(kinds)('a provider of the kind %s', (kind) => {
  const payment = { transactionId: order.transactionId, reference: null };

  test.each(misbehaviours)('that is %s when polled about a payment is unavailable', async (misbehaviour) => {
    provider.misbehaviour = misbehaviour;
    await expect(drivers(limitFor(misbehaviour))[kind].ask?.(payment)).rejects.toThrow(ProviderUnavailable);
  });

  test('is polled at its address, and answers with the fields of its reports', async () => {
    answer = paid;
    expect(await drivers(30_000)[kind].ask?.(payment)).toEqual({
      outcome: 'paid',
      amountMinor: 25_050,
      currency: 'EUR',
    });
    const { path, headers } = provider.asked.at(-1) ?? {};
    expect([path, headers?.authorization]).toEqual([`/payments/${order.transactionId}`, 'Bearer k-1']);
  });

  test('is not polled while its reference is unknown, and must answer about the requested reference', async () => {
    const byName = drivers(30_000, {
      ask: { url: `${provider.url}/payments/{reference}`, headers: {} },
      webhook: { ...webhook, order: undefined, reference: 'id' },
    })[kind];
    const before = provider.asked.length;
    expect(await byName.ask?.(payment)).toMatchObject({ outcome: 'waiting' });
    expect(provider.asked).toHaveLength(before);
    answer = { ...paid, id: 'P 1' };
    expect(await byName.ask?.({ ...payment, reference: 'P 1' })).toMatchObject({ outcome: 'paid', reference: 'P 1' });
    expect(provider.asked.at(-1)?.path).toBe('/payments/P%201');
    await expect(byName.ask?.({ ...payment, reference: 'P2' })).rejects.toThrow(ProviderUnavailable);
  });

  test('that is polled by its reference and repeats our id is matched by our id, even if it answers with another reference', async () => {
    const ask = { url: `${provider.url}/payments/{reference}`, headers: {} };
    const byName = drivers(30_000, { ask, webhook: { ...webhook, reference: 'id' } })[kind];
    answer = { ...paid, id: 'P1' };
    const session = { ...payment, reference: 'S1' };
    expect(await byName.ask?.(session)).toMatchObject({ outcome: 'paid', reference: 'P1' });
    const other = { ...session, transactionId: '00000000-0000-4000-8000-000000000000' };
    await expect(byName.ask?.(other)).rejects.toThrow(ProviderUnavailable);
    await expect(byName.ask?.({ ...other, reference: 'P1' })).rejects.toThrow(ProviderUnavailable);
  });

  test('that answers about another payment, or without an amount, is unavailable', async () => {
    for (const changes of [{ order: '00000000-0000-4000-8000-000000000000' }, { sum: null }, { sum: '1e3' }]) {
      answer = { ...paid, ...changes };
      const asked = drivers(30_000)[kind].ask?.(payment);
      await expect(asked).rejects.toThrow(ProviderUnavailable);
    }
  });

  test('reports another amount or currency unchanged: the rules hold it', () => {
    for (const [changes, said] of [
      [{ sum: '1.00' }, { amountMinor: 100, currency: 'EUR' }],
      [{ cur: 'usd' }, { amountMinor: 25_050, currency: 'USD' }],
    ] as const) {
      const body = Buffer.from(JSON.stringify({ ...paid, ...changes }));
      const headers = { 'x-signature': createHmac('sha256', identity.secret).update(body).digest('hex') };
      const event = drivers(30_000)[kind].readWebhook({ body, headers }, 0);
      expect(event).toMatchObject({ outcome: 'paid', transactionId: order.transactionId, ...said });
      expect(drivers(30_000)[kind].readWebhook({ body, headers: { 'x-signature': 'x' } }, 0)).toBeNull();
    }
  });
});

test.each([
  ['nothing', {}],
  ['a script', { url: 'javascript:alert(1)' }],
  ['a path', { url: '/p/9' }],
  ['an address that is none', { url: 'https://' }],
  ['a page without https', { url: 'http://pay.example/p/9' }],
  ['an object', { url: { href: 'https://pay.example' } }],
  ['a list', []],
])('a provider that names %s leads nowhere', async (_what, said) => {
  answer = said;
  expect(await drivers(30_000).send.start(order)).toEqual({ reference: null, redirectUrl: null });
});

test('a link is an address that contains the payment, and no provider is asked', async () => {
  const before = provider.asked.length;
  const { redirectUrl } = await drivers(30_000).link.start(order);
  expect(redirectUrl).toBe(`${provider.url}/pay?order=${order.transactionId}&city=York%20%26%20Co`);
  expect(provider.asked.length).toBe(before);
});
