import { createHmac, hkdfSync } from 'node:crypto';
import * as z from 'zod/mini';
import { sameText } from '../../auth/same-text.ts';
import type { PaymentEvent, Webhook } from '../payment-driver.ts';
import { ProviderUnavailable } from '../payment-driver.ts';
import type { SandboxPayment } from './sandbox-rows.ts';

/** The simulated provider's reports, as a foreign one's: JSON whose bytes are signed. */
export interface SandboxReports {
  /** What is sent of a payment that was paid or declined. Of the same state it is the same report. */
  write: (payment: SandboxPayment) => Webhook;
  /** What a report says; null where it was not signed by our key. Throws ProviderUnavailable where it is no report. */
  read: (webhook: Webhook) => PaymentEvent | null;
}

const signatureHeader = 'x-sandbox-signature';

const report = z.object({
  id: z.string(),
  order: z.uuid(),
  reference: z.string(),
  status: z.enum(['paid', 'declined']),
  amount_minor: z.int(),
  currency: z.string(),
});

/** `masterKey`: the one of the configuration; reports are signed by a key that is derived from it for nothing else. */
export function createSandboxReports(masterKey: Uint8Array): SandboxReports {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'brokerkit sandbox reports', 32));
  const sign = (body: Buffer) => createHmac('sha256', key).update(body).digest('hex');
  return {
    write({ reference, transactionId, state, amountMinor, currency }) {
      const facts = { reference, order: transactionId, status: state, amount_minor: amountMinor, currency };
      const body = Buffer.from(JSON.stringify({ id: `${reference}.${state}`, ...facts }));
      return { body, headers: { 'content-type': 'application/json', [signatureHeader]: sign(body) } };
    },
    read({ body, headers }) {
      if (!sameText(headers[signatureHeader] ?? '', sign(body))) return null;
      const parsed = report.safeParse(jsonOf(body));
      if (!parsed.success) throw new ProviderUnavailable('A report of the simulated provider cannot be read');
      const { id, order, reference, status, amount_minor: amountMinor, currency } = parsed.data;
      const outcome = status === 'paid' ? 'paid' : 'failed';
      return { eventKey: id, transactionId: order, reference, outcome, amountMinor, currency };
    },
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
