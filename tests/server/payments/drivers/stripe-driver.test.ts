import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentDriver } from '../../../../src/server/payments/payment-provider.ts';
import { ProviderUnavailable } from '../../../../src/server/payments/payment-provider.ts';
import { createStripeDriver } from '../../../../src/server/payments/drivers/stripe-driver.ts';
import { anOrder } from '../../../support/payments/an-order.ts';
import { misbehaviours } from '../../../support/payments/misbehaving-server.ts';
import type { StandInSession, StripeStandIn } from '../../../support/payments/stripe-stand-in.ts';
import { signStripeEvent, startStripeStandIn } from '../../../support/payments/stripe-stand-in.ts';

let standIn: StripeStandIn;
let driver: PaymentDriver;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  driver = await driverWith(30_000);
});
beforeEach(() => {
  standIn.server.misbehaviour = null;
  standIn.changes = {};
});
afterAll(() => standIn.close());

function driverWith(timeoutMs: number, secretKey = standIn.env.STRIPE_SECRET_KEY): Promise<PaymentDriver> {
  const webhookSecret = standIn.env.STRIPE_WEBHOOK_SECRET;
  return createStripeDriver({ secretKey, webhookSecret, apiUrl: standIn.url, timeoutMs });
}

let orders = 0;
const nextOrder = () =>
  anOrder({ transactionId: `6f1c1d9e-7a53-4a0e-9d5c-${String((orders += 1)).padStart(12, '0')}` });

async function started(): Promise<StandInSession> {
  const { reference } = await driver.start(nextOrder());
  const session = standIn.sessions.get(reference ?? '');
  if (!session) throw new Error('The stand-in knows no such session');
  return session;
}

describe('a payment at Stripe', () => {
  test('is one session for each order', async () => {
    const order = nextOrder();
    const first = await driver.start(order);
    expect(await driver.start(order)).toEqual(first);
    const session = standIn.sessions.get(first.reference ?? '');
    expect(first.redirectUrl).toBe(session?.url);
    expect(session).toMatchObject({
      ...{ mode: 'payment', client_reference_id: order.transactionId, customer_email: order.customer.email },
      ...{ amount_total: order.amountMinor, currency: 'eur', locale: 'en' },
      ...{ success_url: order.returnUrl, cancel_url: order.returnUrl },
      metadata: { transaction_id: order.transactionId },
    });
  });

  test.each([null, 'javascript:alert(1)', 'http://pay.example/p'])(
    'whose page is %s redirects nowhere',
    async (url) => {
      standIn.changes = { url };
      expect(await driver.start(nextOrder())).toMatchObject({ redirectUrl: null });
    },
  );

  test('can be polled', async () => {
    const session = await started();
    const asked = { transactionId: session.client_reference_id, reference: session.id };
    const amount = { amountMinor: session.amount_total, currency: 'EUR' };
    expect(await driver.ask?.(asked)).toEqual({ outcome: 'waiting', ...amount });
    session.status = 'expired';
    expect(await driver.ask?.(asked)).toEqual({ outcome: 'failed', ...amount });
    Object.assign(session, { status: 'complete', payment_status: 'unpaid' });
    expect(await driver.ask?.(asked), 'its bank takes days').toEqual({
      outcome: 'waiting',
      isUnderWay: true,
      ...amount,
    });
    Object.assign(session, { status: 'complete', payment_status: 'paid' });
    expect(await driver.ask?.(asked)).toEqual({ outcome: 'paid', ...amount });
    standIn.reportTo = `${standIn.url}/nowhere`;
    await standIn.refund(session, 1_000);
    expect(await driver.ask?.(asked)).toEqual({ outcome: 'refunded', amountMinor: 1_000, currency: 'EUR' });
  });

  test('without a known session is waited for', async () => {
    expect(await driver.ask?.({ transactionId: nextOrder().transactionId, reference: null })).toMatchObject({
      outcome: 'waiting',
    });
  });
});

describe('a server that does not behave like Stripe', () => {
  test.each(misbehaviours)('%s: the payment cannot begin, and the library does not try again', async (misbehaviour) => {
    standIn.server.misbehaviour = misbehaviour;
    const hurried = await driverWith(400);
    const before = standIn.server.asked.length;
    await expect(hurried.start(nextOrder())).rejects.toThrow(ProviderUnavailable);
    expect(standIn.server.asked.length - before).toBeLessThanOrEqual(1);
    await expect(hurried.ask?.({ transactionId: '', reference: 'cs_test_1' })).rejects.toThrow(ProviderUnavailable);
  });

  test('that gets a wrong key says so without any key', async () => {
    const stranger = await driverWith(30_000, 'sk_test_of_nobody');
    const fault: unknown = await stranger.start(nextOrder()).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(ProviderUnavailable);
    expect(String(fault)).toContain('401');
    expect(JSON.stringify([String(fault), (fault as Error).cause])).not.toContain('sk_test');
  });
});

const nowMs = Date.UTC(2026, 10, 1);

function eventOf(type: string, object: object) {
  return { id: 'evt_1', object: 'event', type, data: { object } };
}
const session = {
  ...{ id: 'cs_1', object: 'checkout.session', mode: 'payment', status: 'complete', payment_status: 'paid' },
  ...{ client_reference_id: anOrder().transactionId, amount_total: 25_050, currency: 'eur', payment_intent: 'pi_1' },
};
const completed = eventOf('checkout.session.completed', session);

describe('what Stripe reports', () => {
  const read = (event: object, signing: { secret?: string; atMs?: number } = {}) =>
    driver.readWebhook(signStripeEvent(event, { atMs: nowMs, ...signing }), nowMs);
  const names = { eventKey: 'evt_1', transactionId: session.client_reference_id, reference: 'cs_1' };
  const amount = { amountMinor: 25_050, currency: 'EUR' };

  test.each([
    ['checkout.session.completed', {}, 'paid'],
    ['checkout.session.completed', { payment_status: 'unpaid' }, 'waiting'],
    ['checkout.session.async_payment_succeeded', {}, 'paid'],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
    ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, 'failed'],
  ])('%s of a session %o means %s', (type, changes, outcome) => {
    expect(read(eventOf(type, { ...session, ...changes }))).toEqual({ ...names, ...amount, outcome });
  });

  test('about a refund is the total refunded so far', () => {
    const charge = {
      object: 'charge',
      amount: 25_050,
      currency: 'eur',
      metadata: { transaction_id: names.transactionId },
    };
    const refund = { outcome: 'refunded', currency: 'EUR', transactionId: names.transactionId, reference: null };
    for (const amount_refunded of [1_000, 3_000, 25_050]) {
      const report = read(eventOf('charge.refunded', { ...charge, amount_refunded }));
      expect(report).toEqual({ ...refund, eventKey: 'evt_1', amountMinor: amount_refunded });
    }
  });

  test('about a dispute is the disputed amount plus earlier refunds', async () => {
    const paid = await started();
    standIn.reportTo = `${standIn.url}/nowhere`;
    await standIn.refund(paid, 1_000);
    const dispute = { object: 'dispute', amount: 5_000, currency: 'eur', charge: `ch_of_${paid.id}`, status: 'lost' };
    for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn']) {
      expect(await read(eventOf(type, dispute))).toEqual({
        ...{ eventKey: 'evt_1', outcome: 'refunded', amountMinor: 6_000, currency: 'EUR' },
        ...{ transactionId: paid.client_reference_id, reference: null },
      });
    }
    expect(await read(eventOf('charge.dispute.closed', dispute))).toMatchObject({ about: 'nothing of ours' });
    paid.metadata = {};
    expect(await read(eventOf('charge.dispute.created', dispute))).toMatchObject({ about: 'nothing of ours' });
    const gone = eventOf('charge.dispute.created', { ...dispute, charge: 'ch_of_nobody' });
    await expect(read(gone)).rejects.toThrow(ProviderUnavailable);
  });

  test.each([
    ['of another kind', eventOf('customer.created', { object: 'customer' })],
    ['of a session that is not ours', eventOf('checkout.session.completed', { ...session, client_reference_id: null })],
    ['of somebody else’s order', eventOf('checkout.session.completed', { ...session, client_reference_id: 'order-7' })],
    ['of a subscription', eventOf('checkout.session.completed', { ...session, mode: 'subscription' })],
    ['of a charge that is not ours', eventOf('charge.refunded', { amount_refunded: 1, currency: 'eur', metadata: {} })],
  ])('%s does not concern us', (_what, event) => {
    expect(read(event)).toEqual({ eventKey: 'evt_1', about: 'nothing of ours' });
  });

  test('is believed by a current signature over its bytes', () => {
    expect(read(completed)).toMatchObject({ outcome: 'paid' });
    expect(read(completed, { secret: 'whsec_guessed' })).toBeNull();
    expect(read(completed, { atMs: nowMs - 301_000 })).toBeNull();
    expect(read(completed, { atMs: nowMs - 299_000 })).toMatchObject({ outcome: 'paid' });
    const { headers } = signStripeEvent(completed, { atMs: nowMs });
    const other = Buffer.from(JSON.stringify({ ...completed, id: 'evt_2' }));
    expect(driver.readWebhook({ body: other, headers }, nowMs)).toBeNull();
    expect(driver.readWebhook({ body: Buffer.alloc(0), headers }, nowMs)).toBeNull();
    const { body } = signStripeEvent(completed, { atMs: nowMs });
    expect(driver.readWebhook({ body, headers: {} }, nowMs)).toBeNull();
    for (const header of ['', 't=1', 'v1=00', 't=x,v1=zz', headers['stripe-signature'].replace('v1=', 'v0=')]) {
      expect(driver.readWebhook({ body, headers: { 'stripe-signature': header } }, nowMs)).toBeNull();
    }
  });

  test('is distinguished from what cannot be understood', () => {
    expect(() => read(eventOf('checkout.session.completed', { ...session, amount_total: null }))).toThrow(
      ProviderUnavailable,
    );
    expect(() => read({ object: 'v2.core.event' })).toThrow(ProviderUnavailable);
  });
});
