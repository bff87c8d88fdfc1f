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
import type { BankDescription, ProviderDescription } from './provider-file.ts';
import { readProviderFile } from './provider-file.ts';

export interface ProviderParts {
  config: PaymentsConfig;
  logger: Pick<Logger, 'info' | 'warn'>;
  masterKey: Uint8Array;
  runtime: Pick<Runtime, 'now' | 'randomBytes'>;
  /** The simulated methods, if there are any. */
  sandbox?: readonly PaymentProvider[] | undefined;
}

/**
 * Opens the configured payment providers. A method whose secret is missing is not offered, which is logged as a
 * warning. Throws `UnusableValue`, which names the provider and the field, if the broker's file cannot be used.
 */
export async function openProviders(parts: ProviderParts): Promise<PaymentProviders> {
  const { config, sandbox = [] } = parts;
  const { file, minimumDepositMinor, maximumDepositMinor, timeoutMs, stripe } = config.payments;
  const call = createProviderCall({ timeoutMs });
  const descriptions = file === null ? [] : await readProviderFile(file);
  warnOfUnused(parts, descriptions);
  const described = descriptions
    .map((description) => open(parts, description, call))
    .filter((provider) => provider !== null);
  const limits = { leastMinor: minimumDepositMinor, mostMinor: maximumDepositMinor, currency: brand.currency };
  const own = stripe ? [await openStripe({ ...stripe, timeoutMs })] : [];
  return createPaymentProviders([...own, ...described, ...sandbox], limits);
}

async function openStripe(parts: StripeDriverParts): Promise<PaymentProvider> {
  const labels = labelled(cardLabel());
  const shown = { method: 1, kind: 'send', provider: stripeName, ...labels, icon: 'card', simulated: 0 } as const;
  return { name: stripeName, shown, driver: await createStripeDriver(parts), canBeAsked: true };
}

function open(parts: ProviderParts, description: ProviderDescription, call: CallProvider): PaymentProvider | null {
  const { name, kind, method, label, icon } = description;
  const shown = { method, kind, provider: name, ...labelled(label), icon, simulated: 0 } as const;
  if (description.kind === 'bank') {
    return {
      name,
      shown: { ...shown, account: description.account.map(accountLine) },
      driver: null,
      canBeAsked: false,
    };
  }
  const missing = missingVariable(parts, description);
  if (missing !== null) {
    parts.logger.warn({ provider: name, missing }, 'a payment method is not offered: its secret is not set');
    return null;
  }
  const identity = identityOf(parts, description);
  const opened = driverOf(parts, description, { identity, call });
  const canReport = description.kind !== 'link' || description.webhook !== undefined;
  return { name, shown, ...opened, canBeAsked: opened.driver.ask !== null, canReport };
}

function accountLine({ name, value }: BankDescription['account'][number]) {
  const { all, own } = textsOf(name);
  return { name: all, names: own, value };
}

function driverOf(
  { masterKey, runtime }: ProviderParts,
  description: Exclude<ProviderDescription, { kind: 'bank' }>,
  reached: { identity: ProviderIdentity; call: CallProvider },
): { driver: PaymentDriver; widget?: Widget } {
  if (description.kind === 'link') return { driver: createLinkDriver({ description, ...reached }) };
  if (description.kind === 'widget') return createWidgetDriver({ description, ...reached, masterKey, runtime });
  return { driver: createHttpDriver({ description, ...reached }) };
}

const variablePart = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The environment variable that a description needs but that is not set; null if none is missing. */
function missingVariable(
  { config: { payments } }: ProviderParts,
  description: Exclude<ProviderDescription, { kind: 'bank' }>,
): string | null {
  const part = variablePart(description.name);
  const isSigned = description.kind !== 'link' || description.webhook !== undefined || description.sign !== undefined;
  if (isSigned && !payments.secrets.has(part)) return `PAYMENT_SECRET_${part}`;
  const isShown = JSON.stringify(description).includes('{key}');
  return isShown && !payments.keys.has(part) ? `PAYMENT_KEY_${part}` : null;
}

function identityOf(
  { config: { payments } }: ProviderParts,
  { name, values }: Exclude<ProviderDescription, { kind: 'bank' }>,
): ProviderIdentity {
  const part = variablePart(name);
  return { secret: payments.secrets.get(part) ?? '', key: payments.keys.get(part) ?? '', values };
}

/** Warns about secrets without a provider: usually the name is misspelt. */
function warnOfUnused(
  { config: { payments }, logger }: ProviderParts,
  descriptions: readonly ProviderDescription[],
): void {
  const named = new Set(descriptions.map(({ name }) => variablePart(name)));
  const unused = [...payments.secrets.keys(), ...payments.keys.keys()].filter((name) => !named.has(name));
  if (unused.length > 0) logger.warn({ unused }, 'secrets of payment providers that PAYMENTS_FILE does not describe');
}
