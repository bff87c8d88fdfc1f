import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { PaymentDriver, PaymentEvent, PaymentReport, Webhook } from '../payment-provider.ts';
import { ProviderUnavailable } from '../payment-provider.ts';
import type { CallProvider } from './call-provider.ts';
import type { askDescription, WebhookDescription } from './http-description.ts';
import type { AmountUnit, ProviderIdentity } from './provider-format.ts';
import {
  askedFacts,
  fill,
  filled,
  isSameSignature,
  makeSignature,
  namesIn,
  readAmount,
  textAt,
  valueAt,
} from './provider-format.ts';

/** What is needed to read the reports of a described provider. */
interface ReportParts {
  unit: AmountUnit;
  webhook: WebhookDescription;
  identity: ProviderIdentity;
}

/** Reads a webhook; null if it is not signed by the provider. Throws ProviderUnavailable if it cannot be understood. */
export function readReport(parts: ReportParts, webhook: Webhook): PaymentEvent | null {
  const { webhook: described } = parts;
  const fields = parsed(webhook.body, described.encoding);
  if (fields === null || !isSigned(parts, webhook, fields)) return null;
  const report = reportOf(parts, fields);
  const transactionId = uuidOf(textAt(fields, described.order));
  const reference = textAt(fields, described.reference);
  if (transactionId === null && reference === null) throw new ProviderUnavailable('A report names no payment');
  const eventId = textAt(fields, described.event);
  const eventKey = eventId ?? createHash('sha256').update(webhook.body).digest('hex');
  // Several partial refunds can be equal in everything else; only the event id tells them apart.
  const isPart = report.outcome === 'refunded' && eventId !== null;
  return { ...report, eventKey, transactionId, reference, ...(isPart && { eventId }) };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns our id of a payment from the text in which a provider repeats it; null if that is not a UUID. */
export function uuidOf(text: string | null): string | null {
  const lower = text?.toLowerCase() ?? '';
  return uuid.test(lower) ? lower : null;
}

function parsed(body: Buffer, encoding: 'json' | 'form'): unknown {
  try {
    const text = body.toString('utf8');
    return encoding === 'json' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  } catch {
    return null;
  }
}

function isSigned({ webhook, identity }: ReportParts, { body, headers }: Webhook, fields: unknown): boolean {
  const { sign } = webhook;
  const given = sign.in === 'header' ? headers[sign.name.toLowerCase()] : valueAt(fields, sign.name);
  if (typeof given !== 'string') return false;
  return isSameSignature(sign, given, makeSignature(sign, identity.secret, signedContent()));

  function signedContent(): string | Buffer {
    // A plain digest has no key, so the secret is appended to the body.
    if (sign.over === 'body')
      return sign.kind === 'digest' ? Buffer.concat([body, Buffer.from(identity.secret)]) : body;
    const own: Record<string, string> = { ...identity.values, secret: identity.secret, body: body.toString('utf8') };
    return sign.over.replace(/\{([\w.-]+)\}/g, (_, name: string) => {
      if (Object.hasOwn(own, name)) return own[name] ?? '';
      const header = /^header\.(.+)$/.exec(name)?.[1];
      return (header === undefined ? textAt(fields, name) : headers[header.toLowerCase()]) ?? '';
    });
  }
}

/**
 * Reads a report, or the answer to a poll. Throws ProviderUnavailable if a paid or refunded amount, or its currency,
 * cannot be read.
 */
function reportOf({ unit, webhook }: Pick<ReportParts, 'unit' | 'webhook'>, fields: unknown): PaymentReport {
  const status = textAt(fields, webhook.status);
  const { paid, failed, refunded } = webhook.outcomes;
  const is = (words: readonly string[]) => status !== null && words.includes(status);
  const outcome = is(paid) ? 'paid' : is(failed) ? 'failed' : is(refunded) ? 'refunded' : 'waiting';
  const written = textAt(fields, webhook.amount) ?? '';
  // Some providers write refunds as negative amounts.
  const amountMinor = readAmount(outcome === 'refunded' ? written.replace(/^-/, '') : written, unit);
  const currency = textAt(fields, webhook.currency)?.toUpperCase();
  const isNeeded = outcome === 'paid' || outcome === 'refunded';
  if (isNeeded && (amountMinor === null || currency === undefined)) {
    throw new ProviderUnavailable('The amount or currency of a report cannot be read');
  }
  return { outcome, amountMinor: amountMinor ?? 0, currency: currency ?? '' };
}

/** Creates the poll of a described provider; null if its description does not say how to poll. */
export function createAsk(
  parts: ReportParts,
  ask: z.infer<typeof askDescription> | undefined,
  call: CallProvider,
): PaymentDriver['ask'] {
  if (!ask) return null;
  const isByReference = [ask.url, ...Object.values(ask.headers)].some((text) => namesIn(text).includes('reference'));
  return async (payment) => {
    // The request needs the provider's reference, which is not known yet.
    if (isByReference && payment.reference === null) return { outcome: 'waiting', amountMinor: 0, currency: '' };
    const facts = askedFacts(parts.identity, payment);
    const url = fill(ask.url, facts, encodeURIComponent);
    const answer = await call({ url, method: 'GET', headers: filled(ask.headers, facts) });
    const fields = ask.within === undefined ? answer : valueAt(answer, ask.within);
    const order = textAt(fields, parts.webhook.order);
    const reference = textAt(fields, parts.webhook.reference);
    // An answer with our own id is about our payment, even under another reference: the customer may have tried again.
    const isOurs =
      order === null
        ? [reference, payment.reference].includes(null) || reference === payment.reference
        : order.toLowerCase() === payment.transactionId;
    if (!isOurs) {
      throw new ProviderUnavailable('The provider answered about another payment');
    }
    return { ...reportOf(parts, fields), ...(reference !== null && { reference }) };
  };
}
