import type { Logger } from 'pino';
import { brand } from '../../../brand.ts';
import type { Runtime } from '../../runtime.ts';
import type { CallProvider } from '../drivers/call-provider.ts';
import { createProviderCall } from '../drivers/call-provider.ts';
import { createHttpDriver } from '../drivers/http-driver.ts';
import { createLinkDriver } from '../drivers/link-driver.ts';
import type { ProviderIdentity } from '../drivers/provider-format.ts';
import type { PaymentDriver, PaymentProvider, PaymentProviders, Widget } from '../payment-provider.ts';
import { createPaymentProviders } from '../payment-provider.ts';
import type { StripeDriverParts } from '../drivers/stripe-driver.ts';
import { createStripeDriver, stripeName } from '../drivers/stripe-driver.ts';
import { createWidgetDriver } from '../drivers/widget-driver.ts';
import { cardLabel, labelled, textsOf } from './method-labels.ts';
import type { PaymentsConfig } from './payments-config.ts';
import type { BankEntry, ProviderEntry } from './provider-file.ts';
import { readProviderFile } from './provider-file.ts';

export interface ProviderParts {
  config: PaymentsConfig;
  logger: Pick<Logger, 'info' | 'warn'>;
  masterKey: Uint8Array;
  runtime: Pick<Runtime, 'now' | 'randomBytes'>;
  /** The simulated provider, if there is one. */
  sandbox?: PaymentProvider | undefined;
}

/**
 * Opens the configured payment providers. A method whose secret is missing is not offered, and a log line says so.
 * Throws `UnusableValue`, which names provider and field, if the broker's file cannot be used.
 */
export async function openProviders(parts: ProviderParts): Promise<PaymentProviders> {
  const { config, sandbox } = parts;
  const { file, minimumDepositMinor, maximumDepositMinor, timeoutMs, stripe } = config.payments;
  const call = createProviderCall({ timeoutMs });
  const entries = file === null ? [] : await readProviderFile(file);
  warnOfUnused(parts, entries);
  const described = entries.map((entry) => open(parts, entry, call)).filter((provider) => provider !== null);
  const limits = { leastMinor: minimumDepositMinor, mostMinor: maximumDepositMinor, currency: brand.currency };
  const own = stripe ? [await openStripe({ ...stripe, timeoutMs })] : [];
  return createPaymentProviders([...own, ...described, ...(sandbox ? [sandbox] : [])], limits);
}

async function openStripe(parts: StripeDriverParts): Promise<PaymentProvider> {
  const labels = labelled(cardLabel());
  const shown = { method: 1, kind: 'send', provider: stripeName, ...labels, icon: 'card', simulated: 0 } as const;
  return { name: stripeName, shown, driver: await createStripeDriver(parts), canBeAsked: true };
}

function open(parts: ProviderParts, entry: ProviderEntry, call: CallProvider): PaymentProvider | null {
  const { name, kind, method, label, icon } = entry;
  const shown = { method, kind, provider: name, ...labelled(label), icon, simulated: 0 } as const;
  if (entry.kind === 'bank') {
    return { name, shown: { ...shown, account: entry.account.map(accountLine) }, driver: null, canBeAsked: false };
  }
  const missing = missingVariable(parts, entry);
  if (missing !== null) {
    parts.logger.warn({ provider: name, missing }, 'a payment method is not offered: its secret is not set');
    return null;
  }
  const identity = identityOf(parts, entry);
  const opened = driverOf(parts, entry, { identity, call });
  const canReport = entry.kind !== 'link' || entry.webhook !== undefined;
  return { name, shown, ...opened, canBeAsked: opened.driver.ask !== null, canReport };
}

function accountLine({ name, value }: BankEntry['account'][number]) {
  const { all, own } = textsOf(name);
  return { name: all, names: own, value };
}

function driverOf(
  { masterKey, runtime }: ProviderParts,
  entry: Exclude<ProviderEntry, { kind: 'bank' }>,
  reached: { identity: ProviderIdentity; call: CallProvider },
): { driver: PaymentDriver; widget?: Widget } {
  if (entry.kind === 'link') return { driver: createLinkDriver({ description: entry, ...reached }) };
  if (entry.kind === 'widget') return createWidgetDriver({ entry, ...reached, masterKey, runtime });
  return { driver: createHttpDriver({ description: entry, ...reached }) };
}

const variablePart = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The environment variable that a description needs but that is not set. */
function missingVariable(
  { config: { payments } }: ProviderParts,
  entry: Exclude<ProviderEntry, { kind: 'bank' }>,
): string | null {
  const part = variablePart(entry.name);
  const isSigned = entry.kind !== 'link' || entry.webhook !== undefined || entry.sign !== undefined;
  if (isSigned && !payments.secrets.has(part)) return `PAYMENT_SECRET_${part}`;
  const isShown = JSON.stringify(entry).includes('{key}');
  return isShown && !payments.keys.has(part) ? `PAYMENT_KEY_${part}` : null;
}

function identityOf(
  { config: { payments } }: ProviderParts,
  { name, values }: Exclude<ProviderEntry, { kind: 'bank' }>,
): ProviderIdentity {
  const part = variablePart(name);
  return { secret: payments.secrets.get(part) ?? '', key: payments.keys.get(part) ?? '', values };
}

/** A secret without a provider is usually a misspelt name. */
function warnOfUnused({ config: { payments }, logger }: ProviderParts, entries: readonly ProviderEntry[]): void {
  const named = new Set(entries.map(({ name }) => variablePart(name)));
  const unused = [...payments.secrets.keys(), ...payments.keys.keys()].filter((name) => !named.has(name));
  if (unused.length > 0) logger.warn({ unused }, 'secrets of payment providers that PAYMENTS_FILE does not describe');
}
