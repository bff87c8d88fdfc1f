import type { Stripe } from 'stripe';
import { brand } from '../../../brand.ts';
import type { OtherEvent, PaymentDriver, PaymentEvent, PaymentOrder, PaymentReport } from '../payment-provider.ts';
import { ProviderUnavailable } from '../payment-provider.ts';
import type { StripeAccess } from '../providers/payments-config.ts';
import { createWholeFetch, pageAddress } from './call-provider.ts';
import { uuidOf } from './read-report.ts';

export interface StripeDriverParts extends StripeAccess {
  timeoutMs: number;
}

export const stripeName = 'stripe';

/** The address of Stripe's own API. */
const defaultApiUrl = 'https://api.stripe.com';
/** Reports signed longer ago are rejected, because they may be replays. */
const toleranceSeconds = 300;

/** Stripe Checkout: a page at Stripe, with the payment methods that the broker's Stripe account allows. */
export async function createStripeDriver(parts: StripeDriverParts): Promise<PaymentDriver> {
  const { secretKey, webhookSecret, timeoutMs } = parts;
  const apiUrl = parts.apiUrl ?? defaultApiUrl;
  // Imported here, so that servers without a Stripe account start without the library.
  const { default: Library } = await import('stripe');
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const stripe = new Library(secretKey, {
    ...{ host, protocol: protocol === 'http:' ? 'http' : 'https', ...(port !== '' && { port }) },
    // One time limit for the whole call, and no retries within it: the customer is waiting.
    ...{ timeout: timeoutMs, maxNetworkRetries: 0, telemetry: false },
    httpClient: Library.createFetchHttpClient(createWholeFetch({ timeoutMs })),
  });
  // A dispute names only its charge, which holds our transaction id.
  async function readDispute(event: Stripe.Event, dispute: Stripe.Dispute) {
    const charge = await answered(stripe.charges.retrieve(chargeOf(dispute)));
    return readStripeEvent(event, reportOfDispute(dispute, charge));
  }

  return {
    async start(order) {
      const session = await answered(
        stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: order.transactionId }),
      );
      return { reference: textOf(session.id), redirectUrl: pageAddress(textOf(session.url), apiUrl) };
    },
    readWebhook({ body, headers }, nowMs) {
      const signature = headers['stripe-signature'];
      if (signature === undefined) return null;
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, nowMs);
      } catch (fault) {
        if (fault instanceof Library.errors.StripeSignatureVerificationError) return null;
        throw new ProviderUnavailable('A report of Stripe cannot be read');
      }
      const dispute = disputeOf(event);
      return dispute ? readDispute(event, dispute) : readStripeEvent(event);
    },
    async ask({ reference }) {
      // Stripe's answer to the start was lost, so its reference is unknown. Its webhook will settle the payment by our
      // transaction id.
      if (reference === null) return { outcome: 'waiting', amountMinor: 0, currency: '' };
      const expand = ['payment_intent.latest_charge'];
      return answerOfSession(await answered(stripe.checkout.sessions.retrieve(reference, { expand })));
    },
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function sessionOf({
  transactionId,
  amountMinor,
  currency,
  customer,
  returnUrl,
}: PaymentOrder): Stripe.Checkout.SessionCreateParams {
  const product_data = { name: brand.name };
  return {
    mode: 'payment',
    client_reference_id: transactionId,
    customer_email: customer.email,
    locale: customer.language,
    success_url: returnUrl,
    cancel_url: returnUrl,
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data } },
    ],
    // Refunds are reported as charges, which do not refer to the session, so the payment itself carries our id.
    payment_intent_data: { metadata: { transaction_id: transactionId } },
  };
}

/**
 * Passes on only the kind of an error: the library's messages can contain parts of the key and of the customer's data.
 */
async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    const answer: unknown = await call;
    if (typeof answer === 'object' && answer !== null) return answer as Answer;
  } catch (fault) {
    const { type, code, statusCode } = { type: 'nothing', code: '', statusCode: '', ...(fault as object) };
    throw new ProviderUnavailable(`Stripe answered ${[type, code, statusCode].filter(Boolean).join(' ')}`);
  }
  throw new ProviderUnavailable('Stripe answered nothing');
}

/** The functions below translate Stripe's objects into reports. Stripe's amounts are minor units too. */

/**
 * Turns a verified event into a report. `found` is given if the payment had to be looked up. An event about another
 * payment or subject changes nothing.
 */
function readStripeEvent(event: Stripe.Event, found = paymentOf(event)): PaymentEvent | OtherEvent {
  const eventKey = event.id;
  if (typeof eventKey !== 'string') throw new ProviderUnavailable('An event of Stripe has no id');
  const transactionId = uuidOf(found?.transactionId ?? null);
  if (!found || transactionId === null) return { eventKey, about: 'nothing of ours' };
  return { eventKey, ...found, transactionId };
}

type FoundReport = Omit<PaymentEvent, 'eventKey' | 'transactionId'> & { transactionId: string };

function paymentOf(event: Stripe.Event): FoundReport | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      const transactionId = session.client_reference_id;
      if (transactionId === null || session.mode !== 'payment') return null;
      const isFailed = event.type === 'checkout.session.async_payment_failed';
      const report = reportOfSession(session);
      return { ...report, ...(isFailed && { outcome: 'failed' }), transactionId, reference: session.id };
    }
    case 'charge.refunded':
      return ofCharge(event.data.object, refundOf(event.data.object));
    default:
      return null;
  }
}

/** The report has no reference: a charge does not name its session, and we do not store the charge's own id. */
function ofCharge({ metadata }: Stripe.Charge, report: PaymentReport): FoundReport | null {
  const transactionId = (metadata as Stripe.Metadata | undefined)?.transaction_id;
  return transactionId === undefined ? null : { ...report, transactionId, reference: null };
}

/**
 * The dispute of an event that reverses a payment; null for any other event. A bank's inquiry (status `warning_…`)
 * takes no money, so it is ignored.
 */
function disputeOf(event: Stripe.Event): Stripe.Dispute | null {
  if (event.type !== 'charge.dispute.created' && event.type !== 'charge.dispute.funds_withdrawn') return null;
  const dispute = event.data.object;
  return dispute.status.startsWith('warning_') ? null : dispute;
}

function chargeOf({ charge }: Stripe.Dispute): string {
  return typeof charge === 'string' ? charge : charge.id;
}

/**
 * Reports disputed money as refunded, together with earlier refunds. Throws ProviderUnavailable if an amount cannot be
 * read.
 */
function reportOfDispute(dispute: Stripe.Dispute, charge: Stripe.Charge): FoundReport | null {
  const { amountMinor: disputedMinor, currency } = readable(dispute.amount, dispute.currency);
  const { amountMinor: refundedMinor } = readable(charge.amount_refunded, charge.currency);
  return ofCharge(charge, { outcome: 'refunded', amountMinor: disputedMinor + refundedMinor, currency });
}

/** The current state of a session. Throws ProviderUnavailable if the paid amount cannot be read. */
function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const { status, payment_status, amount_total: amountMinor, currency, payment_intent } = session;
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : null;
  if (typeof charge === 'object' && charge && charge.amount_refunded > 0) return refundOf(charge);
  const outcome = payment_status === 'paid' ? 'paid' : status === 'expired' ? 'failed' : 'waiting';
  if (outcome !== 'paid') return { outcome, amountMinor: amountMinor ?? 0, currency: currency?.toUpperCase() ?? '' };
  return { outcome, ...readable(amountMinor, currency) };
}

/**
 * The current state of a polled session, marked if its money is under way. Throws ProviderUnavailable if the paid
 * amount cannot be read.
 */
function answerOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const report = reportOfSession(session);
  return report.outcome === 'waiting' && isUnderWay(session) ? { ...report, isUnderWay: true } : report;
}

/**
 * Whether the customer has completed the session and the money is still to come. An intent that was cancelled, or needs
 * another payment method, brings none.
 */
function isUnderWay({ status, payment_status, payment_intent }: Stripe.Checkout.Session): boolean {
  const intent = typeof payment_intent === 'object' ? payment_intent?.status : undefined;
  return (
    status === 'complete' &&
    payment_status === 'unpaid' &&
    intent !== 'requires_payment_method' &&
    intent !== 'canceled'
  );
}

/** The total refunded so far: one charge can be refunded in several parts. */
function refundOf({ amount_refunded, currency }: Stripe.Charge): PaymentReport {
  return { outcome: 'refunded', ...readable(amount_refunded, currency) };
}

function readable(amountMinor: unknown, currency: unknown): Pick<PaymentReport, 'amountMinor' | 'currency'> {
  if (!Number.isSafeInteger(amountMinor) || typeof currency !== 'string') {
    throw new ProviderUnavailable('An amount or currency of Stripe cannot be read');
  }
  return { amountMinor: amountMinor as number, currency: currency.toUpperCase() };
}
