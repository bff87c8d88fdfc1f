import { createHmac, hkdfSync } from 'node:crypto';
import * as z from 'zod/mini';
import { sameText } from '../../secrets/same-text.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { PaymentDriver, PaymentEvent, PaymentReport, Webhook, PaymentProvider } from '../payment-provider.ts';
import { ProviderUnavailable } from '../payment-provider.ts';
import { brand } from '../../../brand.ts';
import { labelled, sandboxLabel, textsOf } from '../providers/method-labels.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { findByTransaction, insertSandboxPayment } from './sandbox-rows.ts';

export interface SandboxDriverParts {
  database: Queries;
  runtime: Pick<Runtime, 'randomBytes'>;
  reports: SandboxReports;
  provider: SandboxName;
}

/** The names under which the simulated provider takes payments: by card and by wallet. */
export const sandboxNames = ['sandbox', 'sandbox-wallet'] as const;
export type SandboxName = (typeof sandboxNames)[number];

/** The references of payments by wallet begin with this, which random bytes never contain. */
const walletMark = 'wallet.';

export const sandboxNameOf = ({ reference }: Pick<SandboxPayment, 'reference'>): SandboxName =>
  reference.startsWith(walletMark) ? 'sandbox-wallet' : 'sandbox';

/** The path of the simulated provider's pages, which the API server serves. */
export const sandboxPages = '/sandbox/pay';

/** Whoever knows the reference can pay, so it must be impossible to guess. */
const referenceBytes = 24;

const outcomes: Readonly<Record<SandboxPayment['state'], PaymentReport['outcome']>> = {
  open: 'waiting',
  later: 'waiting',
  silent: 'waiting',
  paid: 'paid',
  declined: 'failed',
};

/** The driver of the simulated provider: it knows no more about the product than a real provider would. */
export function createSandboxDriver({ database, runtime, reports, provider }: SandboxDriverParts): PaymentDriver {
  const mark = provider === 'sandbox-wallet' ? walletMark : '';
  return {
    async start({ transactionId, amountMinor, currency, customer, returnUrl, webhookUrl }) {
      const reference = mark + runtime.randomBytes(referenceBytes).toString('base64url');
      const { language } = customer;
      await insertSandboxPayment(database, { reference, transactionId, amountMinor, currency, returnUrl, language });
      // If the payment was started before, the first reference is kept.
      const stored = (await findByTransaction(database, transactionId))?.reference ?? reference;
      // The API server serves both these pages and the webhooks.
      return { reference: stored, redirectUrl: new URL(`${sandboxPages}/${stored}`, webhookUrl).href };
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

/**
 * The simulated methods, as the configuration of a real broker would set them up: a card on the provider's own page, a
 * wallet in an iframe of the deposit, and a bank account, whose transfers an operator credits by hand.
 */
export function sandboxProviders(driverOf: (provider: SandboxName) => PaymentDriver): PaymentProvider[] {
  const [card, wallet] = sandboxNames;
  const shown = { method: 1, kind: 'send', provider: card, icon: 'card', simulated: 1 } as const;
  const ofWallet = { method: 3, kind: 'widget', provider: wallet, icon: 'wallet', simulated: 1 } as const;
  return [
    { name: card, shown: { ...shown, ...labelled(sandboxLabel('card')) }, driver: driverOf(card), canBeAsked: true },
    simulatedBank(),
    {
      name: wallet,
      shown: { ...ofWallet, ...labelled(sandboxLabel('wallet')) },
      driver: driverOf(wallet),
      canBeAsked: true,
    },
  ];
}

/** The name is the broker's own for transfers, so the demo's transfers are to this account too. */
const bankName = 'bank';

function simulatedBank(): PaymentProvider {
  const lineOf = (name: 'holder' | 'iban', value: string) => {
    const { all, own } = textsOf(sandboxLabel(name));
    return { name: all, names: own, value };
  };
  const shown = { method: 2, kind: 'bank', provider: bankName, icon: 'bank', simulated: 1 } as const;
  // The check digits 00 are never valid: no bank accepts this account.
  const account = [lineOf('holder', brand.name), lineOf('iban', 'DE00 1234 5678 9012 3456 78')];
  return {
    name: bankName,
    shown: { ...shown, ...labelled(sandboxLabel('bank')), account },
    driver: null,
    canBeAsked: false,
  };
}

/** The simulated provider's reports, in the form of a real one's: JSON with signed bytes. */
interface SandboxReports {
  /** The report of a paid or declined payment. The same state always gives the same report. */
  write: (payment: SandboxPayment) => Webhook;
  /** Reads a report; null if our key did not sign it. Throws ProviderUnavailable if it cannot be understood. */
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

/** Creates reports that are signed with a key derived from `masterKey` for this purpose alone. */
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
