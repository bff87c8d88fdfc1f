import type { PaymentDriver, PaymentOrder } from '../payment-provider.ts';
import type { CallProvider, ProviderRequest } from './call-provider.ts';
import { pageAddress } from './call-provider.ts';
import type { HttpDescription } from './http-description.ts';
import type { Facts, ProviderIdentity } from './provider-format.ts';
import { factsOf, fill, filled, makeSignature, textAt } from './provider-format.ts';
import { createAsk, readReport } from './read-report.ts';

export interface HttpDriverParts {
  description: HttpDescription;
  identity: ProviderIdentity;
  call: CallProvider;
}

/** The driver of a provider that the broker's configuration describes. */
export function createHttpDriver({ description, identity, call }: HttpDriverParts): PaymentDriver {
  const { unit, start, webhook, ask } = description;
  const reports = { unit, webhook, identity };
  return {
    async start(order) {
      const answer = await call(startRequest({ description, identity }, order));
      const { redirect, reference } = start;
      return { reference: textAt(answer, reference), redirectUrl: pageAddress(textAt(answer, redirect), start.url) };
    },
    readWebhook: (received) => readReport(reports, received),
    ask: createAsk(reports, ask, call),
  };
}

function startRequest(
  { description: { start, unit }, identity }: Omit<HttpDriverParts, 'call'>,
  order: PaymentOrder,
): ProviderRequest {
  const facts = factsOf(identity, order, unit);
  const fields = filled(start.fields, facts);
  const headers = filled(start.headers, facts);
  const { sign, encoding } = start;
  const signatureOver = (text: string) => (sign ? makeSignature(sign, identity.secret, text) : '');
  if (sign?.in === 'field') fields[sign.name] = signatureOver(fill(sign.over, facts));
  const body = encoding === 'json' ? JSON.stringify(nested(fields, start.numbers)) : formOf(fields);
  if (sign?.in === 'header') headers[sign.name] = signatureOver(textToSign(sign, body, { facts, identity }));
  const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    url: start.url,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': type, ...headers },
    body,
  };
}

function textToSign(
  { over, kind }: { over: string; kind: 'hmac' | 'digest' },
  body: string,
  { facts, identity }: { facts: Facts; identity: ProviderIdentity },
): string {
  if (over !== 'body') return fill(over, facts);
  return kind === 'digest' ? `${body}${identity.secret}` : body;
}

const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Expands the field `a.b` to the field `b` of the object `a`; fields listed in `numbers` become numbers. */
function nested(fields: Readonly<Record<string, string>>, numbers: readonly string[]): object {
  const whole = new Map<string, unknown>();
  for (const [name, text] of Object.entries(fields)) {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    let at = whole;
    for (const part of parts) {
      const inner = at.get(part);
      const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
      at.set(part, next);
      at = next;
    }
    at.set(last, numbers.includes(name) ? Number(text) : text);
  }
  return objectOf(whole);
}

function objectOf(whole: ReadonlyMap<string, unknown>): object {
  const entries = [...whole].map(([name, value]) => [
    name,
    value instanceof Map ? objectOf(value as Map<string, unknown>) : value,
  ]);
  return Object.fromEntries(entries) as object;
}
