import type { Stripe } from 'stripe';
import { brand } from '../../../brand.ts';
import { createWholeFetch } from '../drivers/call-provider.ts';
import { pageAddress } from '../drivers/page-address.ts';
import type { PaymentDriver, PaymentOrder } from '../payment-driver.ts';
import { ProviderUnavailable } from '../payment-driver.ts';
import type { StripeAccess } from '../providers/payments-config.ts';
import { answerOfSession, chargeOf, disputeOf, readStripeEvent, reportOfDispute } from './stripe-reports.ts';

export interface StripeDriverParts extends StripeAccess {
  timeoutMs: number;
}

export const stripeName = 'stripe';

/** Stripe's own. */
const defaultApiUrl = 'https://api.stripe.com';
/** A report that was signed longer ago is none of now: it may have been recorded. */
const toleranceSeconds = 300;

/** Stripe Checkout: a page of Stripe's, on which the customer pays by what the broker's account there allows. */
export async function createStripeDriver(parts: StripeDriverParts): Promise<PaymentDriver> {
  const { secretKey, webhookSecret, timeoutMs } = parts;
  const apiUrl = parts.apiUrl ?? defaultApiUrl;
  // Loaded here and not with the module: who has no account there starts without it.
  const { default: Library } = await import('stripe');
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const stripe = new Library(secretKey, {
    ...{ host, protocol: protocol === 'http:' ? 'http' : 'https', ...(port !== '' && { port }) },
    // One limit for all of an answer, and no second try within it: the customer waits.
    ...{ timeout: timeoutMs, maxNetworkRetries: 0, telemetry: false },
    httpClient: Library.createFetchHttpClient(createWholeFetch({ timeoutMs })),
  });
  // A dispute names its charge, and nothing that we know.
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
      // Its answer never came: what became of it is told by its report, which names our transaction.
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
    // Charges, by which refunds are reported, know nothing of the session.
    payment_intent_data: { metadata: { transaction_id: transactionId } },
  };
}

/** What the library says of a failure can hold parts of the key and of the customer: only its kind is told. */
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
