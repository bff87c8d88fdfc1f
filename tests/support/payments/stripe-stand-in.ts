import { Stripe } from 'stripe';
import type { MisbehavingServer } from './misbehaving-server.ts';
import { startMisbehavingServer } from './misbehaving-server.ts';

/** A Checkout session of the stand-in, in the terms of Stripe's API. */
export interface StandInSession {
  id: string;
  object: 'checkout.session';
  mode: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  client_reference_id: string;
  customer_email: string;
  locale: string;
  amount_total: number;
  currency: string;
  success_url: string;
  cancel_url: string;
  /** Where the customer pays; null if the stand-in should name no page. */
  url: string | null;
  metadata: Record<string, string>;
}

export type StandInEvent =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired';

export interface StripeStandIn {
  url: string;
  /** The environment variables by which a server uses it. */
  env: Record<'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL' | 'ALLOW_SIMULATED_MARKET', string>;
  server: MisbehavingServer;
  sessions: Map<string, StandInSession>;
  /** The URL that gets its webhooks: `{server}/api/transaction/update/stripe`. Set it before anybody pays. */
  reportTo: string;
  /** Overrides fields of the next sessions, for example to change the amount or to name no page. */
  changes: Partial<StandInSession>;
  /** Puts a session into a state and sends the webhook; returns the status of the answer. */
  report: (session: StandInSession, type: StandInEvent) => Promise<number>;
  /** Refunds a payment up to this total and sends the webhook. */
  refund: (session: StandInSession, totalMinor: number) => Promise<number>;
  /** Has the customer's bank dispute this much of a payment, and sends the webhook. */
  dispute: (session: StandInSession, amountMinor: number, status?: string) => Promise<number>;
  close: () => Promise<void>;
}

const secretKey = 'sk_test_of_the_stand_in';
const webhookSecret = 'whsec_of_the_stand_in';

/** The body of an event, and the header with Stripe's signature. */
export function signStripeEvent(event: object, { secret = webhookSecret, atMs = Date.now() } = {}) {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(atMs / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body: Buffer.from(body), headers: { 'stripe-signature': signature } };
}

/**
 * Stripe's API as far as Checkout needs it, with a page on which a customer pays, pays later or goes back. It makes one
 * session per idempotency key, refuses all keys but its own, and signs webhooks with the library's own helper.
 */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const sessions = new Map<string, StandInSession>();
  const byKey = new Map<string, StandInSession>();
  const refunded = new Map<string, number>();
  let eventCount = 0;

  const server = await startMisbehavingServer(({ method, path, headers, body }, response) => {
    const { pathname } = new URL(path, 'http://stripe');
    const [, route = '', id = ''] = /^\/(v1\/checkout\/sessions|v1\/charges|pay)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const session = sessions.get(id);
    if (route === 'pay' && session) return void showOrPay(session, method, body, response);
    if (headers.authorization !== `Bearer ${secretKey}`) {
      return void send(401, {
        error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${secretKey}` },
      });
    }
    const charged = sessions.get(id.replace('ch_of_', ''));
    if (route === 'v1/charges' && charged) return void send(200, chargeOf(charged));
    if (method === 'GET' && session) return void send(200, withCharge(session));
    if (method === 'POST' && route.startsWith('v1')) {
      const key = String(headers['idempotency-key']);
      const made = byKey.get(key) ?? makeSession(new URLSearchParams(body));
      byKey.set(key, made);
      return void send(200, made);
    }
    send(404, { error: { type: 'invalid_request_error', message: 'No such session' } });
  });

  function makeSession(form: URLSearchParams): StandInSession {
    const field = (name: string) => form.get(name) ?? '';
    const id = `cs_test_${sessions.size + 1}`;
    const session: StandInSession = {
      ...{ id, object: 'checkout.session', mode: field('mode'), status: 'open', payment_status: 'unpaid' },
      ...{ client_reference_id: field('client_reference_id'), customer_email: field('customer_email') },
      ...{ locale: field('locale'), amount_total: Number(field('line_items[0][price_data][unit_amount]')) },
      ...{ currency: field('line_items[0][price_data][currency]') },
      ...{ success_url: field('success_url'), cancel_url: field('cancel_url'), url: `${server.url}/pay/${id}` },
      metadata: { transaction_id: field('payment_intent_data[metadata][transaction_id]') },
      ...standIn.changes,
    };
    sessions.set(id, session);
    return session;
  }

  async function showOrPay(
    session: StandInSession,
    method: string,
    body: string,
    response: { writeHead: (status: number, headers: Record<string, string>) => { end: (text?: string) => void } },
  ): Promise<void> {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(session));
      return;
    }
    const choice = new URLSearchParams(body).get('choice');
    if (choice === 'pay')
      await standIn.report(Object.assign(session, { payment_status: 'paid' }), 'checkout.session.completed');
    if (choice === 'later') await standIn.report(session, 'checkout.session.completed');
    const location = choice === 'leave' ? session.cancel_url : session.success_url;
    response.writeHead(303, { location }).end();
  }

  /** A session as Stripe returns it if the charge of its payment is requested too. */
  function withCharge(session: StandInSession) {
    if (session.payment_status !== 'paid') return { ...session, payment_intent: null };
    return { ...session, payment_intent: { object: 'payment_intent', latest_charge: chargeOf(session) } };
  }

  function chargeOf({ id, currency, metadata }: StandInSession) {
    return { object: 'charge', id: `ch_of_${id}`, amount_refunded: refunded.get(id) ?? 0, currency, metadata };
  }

  async function send(type: string, object: object): Promise<number> {
    eventCount += 1;
    const event = { id: `evt_${eventCount}`, object: 'event', type, data: { object } };
    const { body, headers } = signStripeEvent(event);
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const { status } = await fetch(standIn.reportTo, sent);
    return status;
  }

  const standIn: StripeStandIn = {
    ...{ url: server.url, server, sessions, reportTo: '', changes: {} },
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: server.url,
      ALLOW_SIMULATED_MARKET: 'on',
    },
    report(session, type) {
      if (type === 'checkout.session.async_payment_succeeded') session.payment_status = 'paid';
      session.status = type === 'checkout.session.expired' ? 'expired' : 'complete';
      return send(type, session);
    },
    refund(session, totalMinor) {
      refunded.set(session.id, totalMinor);
      return send('charge.refunded', chargeOf(session));
    },
    dispute({ id, currency }, amount, status = 'needs_response') {
      return send('charge.dispute.created', { object: 'dispute', amount, currency, charge: `ch_of_${id}`, status });
    },
    close: () => server.close(),
  };
  return standIn;
}

const pageOf = ({ id, amount_total, currency }: StandInSession) => `<!doctype html>
<html lang="en"><title>Stand-in of Stripe Checkout</title>
<h1>Pay ${amount_total} minor units of ${currency}</h1>
<form method="post" action="/pay/${id}">
<button name="choice" value="pay">Pay</button>
<button name="choice" value="later">Pay later</button>
<button name="choice" value="leave">Go back</button>
</form></html>`;
