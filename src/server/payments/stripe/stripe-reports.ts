import type { Stripe } from 'stripe';
import { uuidOf } from '../drivers/read-report.ts';
import type { OtherEvent, PaymentEvent, PaymentReport } from '../payment-driver.ts';
import { ProviderUnavailable } from '../payment-driver.ts';

/** What Stripe says, in the product's words. Amounts are minor units there too. */

/** A verified event, or what was found out about it. One about a payment that is not ours, or about something else, changes nothing. */
export function readStripeEvent(event: Stripe.Event, found = paymentOf(event)): PaymentEvent | OtherEvent {
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

/** The session is not named by a charge, and what is, is no name that we keep. */
function ofCharge({ metadata }: Stripe.Charge, report: PaymentReport): FoundReport | null {
  const transactionId = (metadata as Stripe.Metadata | undefined)?.transaction_id;
  return transactionId === undefined ? null : { ...report, transactionId, reference: null };
}

/** The dispute by which an event says that money goes back; null for any other. A bank that only inquires has taken nothing. */
export function disputeOf(event: Stripe.Event): Stripe.Dispute | null {
  if (event.type !== 'charge.dispute.created' && event.type !== 'charge.dispute.funds_withdrawn') return null;
  const dispute = event.data.object;
  return dispute.status.startsWith('warning_') ? null : dispute;
}

export function chargeOf({ charge }: Stripe.Dispute): string {
  return typeof charge === 'string' ? charge : charge.id;
}

/** What is disputed has gone back as what was refunded has. Throws ProviderUnavailable where an amount cannot be read. */
export function reportOfDispute(dispute: Stripe.Dispute, charge: Stripe.Charge): FoundReport | null {
  const { amountMinor: disputedMinor, currency } = readable(dispute.amount, dispute.currency);
  const { amountMinor: refundedMinor } = readable(charge.amount_refunded, charge.currency);
  return ofCharge(charge, { outcome: 'refunded', amountMinor: disputedMinor + refundedMinor, currency });
}

/** A session as it stands. Throws ProviderUnavailable where what was paid cannot be read. */
function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const { status, payment_status, amount_total: amountMinor, currency, payment_intent } = session;
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : null;
  if (typeof charge === 'object' && charge && charge.amount_refunded > 0) return refundOf(charge);
  const outcome = payment_status === 'paid' ? 'paid' : status === 'expired' ? 'failed' : 'waiting';
  if (outcome !== 'paid') return { outcome, amountMinor: amountMinor ?? 0, currency: currency?.toUpperCase() ?? '' };
  return { outcome, ...readable(amountMinor, currency) };
}

/** A session that was asked about, as it stands. Throws ProviderUnavailable where what was paid cannot be read. */
export function answerOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const report = reportOfSession(session);
  return report.outcome === 'waiting' && isUnderWay(session) ? { ...report, isUnderWay: true } : report;
}

/** Whether its customer is through with it, and the money of it not there yet; of an intent that is over none comes any more. */
function isUnderWay({ status, payment_status, payment_intent }: Stripe.Checkout.Session): boolean {
  const intent = typeof payment_intent === 'object' ? payment_intent?.status : undefined;
  return (
    status === 'complete' &&
    payment_status === 'unpaid' &&
    intent !== 'requires_payment_method' &&
    intent !== 'canceled'
  );
}

/** All that went back so far, also where it did so in parts. */
function refundOf({ amount_refunded, currency }: Stripe.Charge): PaymentReport {
  return { outcome: 'refunded', ...readable(amount_refunded, currency) };
}

function readable(amountMinor: unknown, currency: unknown): Pick<PaymentReport, 'amountMinor' | 'currency'> {
  if (!Number.isSafeInteger(amountMinor) || typeof currency !== 'string') {
    throw new ProviderUnavailable('Stripe names no amount that can be read');
  }
  return { amountMinor: amountMinor as number, currency: currency.toUpperCase() };
}
