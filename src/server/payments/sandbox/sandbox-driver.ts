import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { PaymentDriver, PaymentReport } from '../payment-driver.ts';
import type { PaymentProvider } from '../payment-providers.ts';
import { labelled } from '../providers/broker-text.ts';
import { sandboxLabel } from '../providers/method-words.ts';
import type { SandboxReports } from './sandbox-reports.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { findByTransaction, insertSandboxPayment } from './sandbox-rows.ts';

export interface SandboxDriverParts {
  database: Queries;
  runtime: Pick<Runtime, 'randomBytes'>;
  reports: SandboxReports;
}

export const sandboxName = 'sandbox';

/** Where the simulated provider's pages are, beside the calls. */
export const sandboxPages = '/sandbox/pay';

/** Who knows the reference can pay: nobody guesses it. */
const referenceBytes = 24;

const outcomes: Readonly<Record<SandboxPayment['state'], PaymentReport['outcome']>> = {
  open: 'waiting',
  later: 'waiting',
  silent: 'waiting',
  paid: 'paid',
  declined: 'failed',
};

/** The simulated provider as the product speaks to it: it knows no more of us than a foreign one does. */
export function createSandboxDriver({ database, runtime, reports }: SandboxDriverParts): PaymentDriver {
  return {
    async start({ transactionId, amountMinor, currency, customer, returnUrl, webhookUrl }) {
      const reference = runtime.randomBytes(referenceBytes).toString('base64url');
      const { language } = customer;
      await insertSandboxPayment(database, { reference, transactionId, amountMinor, currency, returnUrl, language });
      // Of one that was started before it is the first.
      const kept = (await findByTransaction(database, transactionId))?.reference ?? reference;
      // The calls and these pages have the same server.
      return { reference: kept, redirectUrl: new URL(`${sandboxPages}/${kept}`, webhookUrl).href };
    },
    readWebhook: (webhook) => reports.read(webhook),
    async ask({ transactionId }): Promise<PaymentReport> {
      const payment = await findByTransaction(database, transactionId);
      if (!payment) return { outcome: 'waiting', amountMinor: 0, currency: '' };
      const { state, amountMinor, currency } = payment;
      return { outcome: outcomes[state], amountMinor, currency };
    },
  };
}

/** The payment method as the configuration of a foreign provider would set it up: a card that is paid with on the provider's page. */
export function sandboxProvider(driver: PaymentDriver): PaymentProvider {
  const shown = { method: 1, kind: 'send', provider: sandboxName, icon: 'card', simulated: 1 } as const;
  return { name: sandboxName, shown: { ...shown, ...labelled(sandboxLabel()) }, driver, canBeAsked: true };
}
