import { createHash } from 'node:crypto';
import type { PaymentEvent, PaymentReport, Webhook } from '../payment-driver.ts';
import { ProviderUnavailable } from '../payment-driver.ts';
import type { WebhookDescription } from './http-description.ts';
import { textAt, valueAt } from './json-path.ts';
import { isSameSignature, makeSignature } from './make-signature.ts';
import type { ProviderIdentity } from './payment-facts.ts';
import type { AmountUnit } from './provider-amount.ts';
import { readAmount } from './provider-amount.ts';

/** How reports of a described provider are read. */
export interface ReportParts {
  unit: AmountUnit;
  webhook: WebhookDescription;
  identity: ProviderIdentity;
}

/** What a webhook says; null where it is not signed by the provider. Throws ProviderUnavailable where nobody understands it. */
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
  // What goes back may do so in equal parts, each of which is money.
  const isPart = report.outcome === 'refunded' && eventId !== null;
  return { ...report, eventKey, transactionId, reference, ...(isPart && { eventId }) };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Our id of a payment, as a provider repeats it; null for what can be none. */
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
    // A plain digest has nothing secret but what is put behind it.
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

/** What a report or an answer says. Throws ProviderUnavailable where its amount or its currency cannot be read. */
export function reportOf({ unit, webhook }: Pick<ReportParts, 'unit' | 'webhook'>, fields: unknown): PaymentReport {
  const status = textAt(fields, webhook.status);
  const { paid, failed, refunded } = webhook.outcomes;
  const is = (words: readonly string[]) => status !== null && words.includes(status);
  const outcome = is(paid) ? 'paid' : is(failed) ? 'failed' : is(refunded) ? 'refunded' : 'waiting';
  const written = textAt(fields, webhook.amount) ?? '';
  // Some write what went back as less than nothing.
  const amountMinor = readAmount(outcome === 'refunded' ? written.replace(/^-/, '') : written, unit);
  const currency = textAt(fields, webhook.currency)?.toUpperCase();
  const isNeeded = outcome === 'paid' || outcome === 'refunded';
  if (isNeeded && (amountMinor === null || currency === undefined)) {
    throw new ProviderUnavailable('A report has no amount that can be read');
  }
  return { outcome, amountMinor: amountMinor ?? 0, currency: currency ?? '' };
}
