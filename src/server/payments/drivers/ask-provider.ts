import type * as z from 'zod/mini';
import type { PaymentDriver } from '../payment-driver.ts';
import { ProviderUnavailable } from '../payment-driver.ts';
import type { CallProvider } from './call-provider.ts';
import type { askDescription } from './http-description.ts';
import { textAt, valueAt } from './json-path.ts';
import { askedFacts, fill, filled, namesIn } from './payment-facts.ts';
import type { ReportParts } from './read-report.ts';
import { reportOf } from './read-report.ts';

/** Asks a described provider what became of a payment; null where its description does not say how. */
export function createAsk(
  parts: ReportParts,
  ask: z.infer<typeof askDescription> | undefined,
  call: CallProvider,
): PaymentDriver['ask'] {
  if (!ask) return null;
  const isByReference = [ask.url, ...Object.values(ask.headers)].some((text) => namesIn(text).includes('reference'));
  return async (payment) => {
    // Nobody knows yet what it is called there.
    if (isByReference && payment.reference === null) return { outcome: 'waiting', amountMinor: 0, currency: '' };
    const facts = askedFacts(parts.identity, payment);
    const url = fill(ask.url, facts, encodeURIComponent);
    const answer = await call({ url, method: 'GET', headers: filled(ask.headers, facts) });
    const fields = ask.within === undefined ? answer : valueAt(answer, ask.within);
    const order = textAt(fields, parts.webhook.order);
    const reference = textAt(fields, parts.webhook.reference);
    // What repeats our own name is about ours, by whatever name it is known there: its customer may have tried again.
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
