import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../../support/payments/misbehaving-server.ts';
import type { StandInSession, StripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { signStripeEvent, startStripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** Card deposits from the call to the credit, with a stand-in for Stripe. */

let stripe: StripeStandIn;
let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  floor = await openPayingFloor({ ...stripe.env, PAYMENT_TIMEOUT_MS: '2000' });
  stripe.reportTo = `${floor.shop.url}/api/transaction/update/stripe`;
  // The stand-in signs with the machine's clock, so the server's clock is set to it.
  floor.shop.runtime.advance(Date.now() - createTestRuntime().now());
  payer = await floor.payer();
});
afterAll(async () => {
  expect(await floor.booksHold()).toBe(true);
  await floor.close();
  await stripe.close();
});

async function begin(): Promise<{ id: string; session: StandInSession }> {
  const id = await payer.deposit({ provider: 'stripe' });
  const { data } = await payer.send(id, { provider: 'stripe', lang: 'de' });
  const session = [...stripe.sessions.values()].find(({ client_reference_id: order }) => order === id);
  if (!session) throw new Error('Stripe was asked for no session');
  expect(data?.redirect_url).toBe(session.url);
  return { id, session };
}
const statusOf = async (id: string) => (await payer.show(id)).data?.transaction_status;

test('a deposit is paid on Stripe’s page and credited by its report', async () => {
  const before = await payer.balance();
  const { id, session } = await begin();
  expect(session).toMatchObject({
    amount_total: 30_000,
    currency: 'eur',
    locale: 'de',
    customer_email: 'demo@example.com',
  });
  expect(session.success_url).toContain(`/de/payment/return?transaction=${id}`);
  const paying = { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' } as const;
  const left = await fetch(session.url ?? '', paying);
  expect([left.status, left.headers.get('location')]).toEqual([303, session.success_url]);
  await floor.shop.app.payments.work();
  expect([await statusOf(id), (await payer.balance()) - before]).toEqual(['approved', 300]);
});

test('a delayed payment is credited when it arrives, and declined if it fails', async () => {
  const [first, second] = [await begin(), await begin()];
  for (const { session } of [first, second])
    expect(await stripe.report(session, 'checkout.session.completed')).toBe(200);
  await floor.shop.app.payments.work();
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['pending', 'pending']);
  await stripe.report(first.session, 'checkout.session.async_payment_succeeded');
  await stripe.report(second.session, 'checkout.session.async_payment_failed');
  await floor.shop.app.payments.work();
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['approved', 'declined']);
});

test.each([
  ['less', { amount_total: 100 }],
  ['another currency', { currency: 'usd' }],
])('%s than was requested is held and not credited', async (_what, changes) => {
  const before = await payer.balance();
  const { id, session } = await begin();
  Object.assign(session, { payment_status: 'paid', ...changes });
  expect(await stripe.report(session, 'checkout.session.completed')).toBe(200);
  await floor.shop.app.payments.work();
  expect([await statusOf(id), await payer.balance()]).toEqual(['pending', before]);
});

test('a refund reverses nothing by itself', async () => {
  const { id, session } = await begin();
  session.payment_status = 'paid';
  await stripe.report(session, 'checkout.session.completed');
  await floor.shop.app.payments.work();
  const before = await payer.balance();
  expect(await stripe.refund(session, 10_000)).toBe(200);
  await floor.shop.app.payments.work();
  expect([await statusOf(id), await payer.balance()]).toEqual(['approved', before]);
});

describe('a dispute by a customer’s bank', () => {
  const stateOf = async (id: string) => {
    const text = 'select state from payments where transaction_id = $1';
    return (await floor.shop.app.database.query<{ state: string }>(text, [id])).rows[0];
  };

  async function paid() {
    const begun = await begin();
    begun.session.payment_status = 'paid';
    await stripe.report(begun.session, 'checkout.session.completed');
    await floor.shop.app.payments.work();
    return begun;
  }

  test('is held for an operator, and reverses nothing by itself', async () => {
    const { id, session } = await paid();
    const before = await payer.balance();
    expect(await stripe.dispute(session, 30_000)).toBe(200);
    await floor.shop.app.payments.work();
    expect(await stateOf(id)).toMatchObject({ state: 'differs' });
    expect([await statusOf(id), await payer.balance()]).toEqual(['approved', before]);
  });

  test('changes nothing while it is only an inquiry', async () => {
    const { id, session } = await paid();
    expect(await stripe.dispute(session, 30_000, 'warning_needs_response')).toBe(200);
    await floor.shop.app.payments.work();
    expect(await stateOf(id)).toMatchObject({ state: 'succeeded' });
  });

  test('is reported again if Stripe could not say what it is about', async () => {
    const { id, session } = await paid();
    stripe.server.misbehaviour = 'error';
    expect(await stripe.dispute(session, 10_000)).toBe(400);
    stripe.server.misbehaviour = null;
    expect(await stripe.dispute(session, 10_000)).toBe(200);
    await floor.shop.app.payments.work();
    expect(await stateOf(id)).toMatchObject({ state: 'differs' });
  });
});

describe('a report', () => {
  const event = (order: string) => ({
    ...{ id: `evt_forged_${order}`, object: 'event', type: 'checkout.session.completed' },
    data: {
      object: {
        ...{ id: 'cs_x', mode: 'payment', status: 'complete', payment_status: 'paid', client_reference_id: order },
        ...{ amount_total: 30_000, currency: 'eur', payment_intent: null },
      },
    },
  });

  test.each([
    ['by another secret', { secret: 'whsec_of_somebody' }],
    ['long ago', { atMs: Date.now() - 3_600_000 }],
  ])('that was signed %s is refused', async (_how, signing) => {
    const { id } = await begin();
    const { body, headers } = signStripeEvent(event(id), signing);
    const answer = await fetch(stripe.reportTo, { method: 'POST', body, headers });
    expect(answer.status).toBe(401);
    await floor.shop.app.payments.work();
    expect(await statusOf(id)).toBe('pending');
  });

  test('about something else is accepted without any effect', async () => {
    const { body, headers } = signStripeEvent({ ...event('x'), type: 'payout.paid' });
    expect((await fetch(stripe.reportTo, { method: 'POST', body, headers })).status).toBe(200);
  });
});

test.each<Misbehaviour>(['silent', 'error', 'html', 'redirect'])(
  'a Stripe that is %s has no effect on money',
  async (how) => {
    const id = await payer.deposit({ provider: 'stripe' });
    stripe.server.misbehaviour = how;
    expect(await payer.send(id, { provider: 'stripe' })).toMatchObject({ code: 'UNAVAILABLE' });
    stripe.server.misbehaviour = null;
    expect(await statusOf(id)).toBe('pending');
    const again = await payer.send(id, { provider: 'stripe' });
    expect(again.data?.redirect_url).toContain('/pay/cs_test_');
  },
);

test('no data of the Stripe account is logged', () => {
  const lines = JSON.stringify(floor.shop.log);
  for (const secret of [stripe.env.STRIPE_SECRET_KEY, stripe.env.STRIPE_WEBHOOK_SECRET]) {
    expect(lines).not.toContain(secret);
  }
});
