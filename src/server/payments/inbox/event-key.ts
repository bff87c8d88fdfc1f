import { createHash } from 'node:crypto';
import type { PaymentEvent } from '../payment-driver.ts';

/**
 * What is the same for a repeat of a report, of one length whatever the provider's id of it is. What it says belongs to it: there are
 * providers that give every report of a payment the same id.
 */
export function eventKeyOf(event: PaymentEvent): string {
  const { eventKey, outcome, amountMinor, currency, transactionId, reference } = event;
  const all = [eventKey, outcome, amountMinor, currency, transactionId, reference];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
