import { resolve } from 'node:path';
import { brand } from '../../../brand.ts';
import { currencyDecimals } from '../../../lib/format/amount-text.ts';
import { toMinor } from '../../../lib/money.ts';
import type { ConfigFault, EnvironmentReader } from '../../environment.ts';

/** Access to an account at Stripe. */
export interface StripeAccess {
  secretKey: string;
  webhookSecret: string;
  /** Another address of the API, for tests; null: Stripe's own. */
  apiUrl: string | null;
}

/** The settings about deposits, withdrawals and bonuses. */
export interface PaymentsConfig {
  payments: {
    /** The absolute path of the file in which the broker describes providers; null: none. */
    file: string | null;
    /** Keyed by the provider's name in upper case, with _ for each -. */
    secrets: ReadonlyMap<string, string>;
    /** Keyed like `secrets`: the separate keys that some providers want to be sent. */
    keys: ReadonlyMap<string, string>;
    /** Null: no account. */
    stripe: StripeAccess | null;
    /** Whether the simulated provider is offered. */
    sandbox: boolean;
    /** In minor units of the brand's currency. */
    minimumDepositMinor: number;
    maximumDepositMinor: number;
    /** The time limit for a provider's answer. */
    timeoutMs: number;
    /** A bonus is released once this many times its amount was traded; null: never. */
    bonusTurnover: number | null;
  };
}

/** The minimum length of a secret for signatures. */
const secretLength = 8;

/**
 * Whether this server is only a trial: no `NODE_ENV=production`, no https site, and no payment provider. Only then are
 * the simulated provider and the demo people on by default, because both put play money into the books.
 */
export function isTrial(read: EnvironmentReader, environment: string): boolean {
  const isOnline = /^https:/i.test(read.text('SITE_URL', ''));
  const hasProvider = ['PAYMENTS_FILE', 'STRIPE_SECRET_KEY'].some((variable) => read.text(variable, '') !== '');
  return environment !== 'production' && !isOnline && !hasProvider;
}

/** Reads the settings about money. `hasSandbox`: whether the simulated provider is on by default. */
export function readPayments(
  read: EnvironmentReader,
  hasSandbox: boolean,
  currency: string = brand.currency,
): PaymentsConfig {
  const unusable = currencyFault(currency);
  if (unusable) read.faults.push(unusable);
  const file = read.text('PAYMENTS_FILE', '');
  const stripe = readStripe(read);
  const payments = {
    file: file === '' ? null : resolve(file),
    secrets: read.secrets('PAYMENT_SECRET_', secretLength),
    keys: read.secrets('PAYMENT_KEY_', 1),
    stripe,
    sandbox: read.onOff('PAYMENTS_SANDBOX', hasSandbox),
    ...readLimits(read),
    timeoutMs: read.number('PAYMENT_TIMEOUT_MS', { fallback: 10_000, minimum: 100, maximum: 60_000 }),
    bonusTurnover: readTurnover(read),
  };
  return { payments: Object.freeze(payments) };
}

function readStripe(read: EnvironmentReader): StripeAccess | null {
  const secretKey = read.secret('STRIPE_SECRET_KEY', secretLength);
  const webhookSecret = read.secret('STRIPE_WEBHOOK_SECRET', secretLength);
  const apiUrl = read.url('STRIPE_API_URL', ['http:', 'https:']);
  if (secretKey !== null && webhookSecret !== null) return Object.freeze({ secretKey, webhookSecret, apiUrl });
  if (secretKey !== null || webhookSecret !== null) {
    const [missing, other] = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
    const variable = secretKey === null ? missing : other;
    const expected = `a value, because ${secretKey === null ? other : missing} is set`;
    // A value that is too short has already been reported.
    if (!read.faults.some((fault) => fault.variable === variable)) {
      read.faults.push({ variable, expected, found: 'nothing' });
    }
  }
  return null;
}

function readLimits(read: EnvironmentReader) {
  const range = { minimum: 0.01, maximum: 1_000_000_000, whole: false };
  const least = read.number('MINIMUM_DEPOSIT', { ...range, fallback: 250 });
  const most = read.number('MAXIMUM_DEPOSIT', { ...range, fallback: Math.max(100_000, least) });
  if (most < least) {
    const expected = `no less than MINIMUM_DEPOSIT, which is ${least}`;
    read.faults.push({ variable: 'MAXIMUM_DEPOSIT', expected, found: String(most) });
  }
  return { minimumDepositMinor: toMinor(least), maximumDepositMinor: toMinor(most) };
}

function readTurnover(read: EnvironmentReader): number | null {
  if (read.text('BONUS_TURNOVER', '') === '') return null;
  return read.number('BONUS_TURNOVER', { fallback: 0, minimum: 0, maximum: 1_000_000, whole: false });
}

/**
 * Why the brand's currency cannot be used, or null. Amounts are hundredths everywhere, also in requests to providers: a
 * currency without decimals would be charged a hundredfold.
 */
function currencyFault(currency: string): ConfigFault | null {
  if (currencyDecimals(currency) === 2) return null;
  const variable = 'currency in src/brand.ts';
  return { variable, expected: 'a currency of ISO 4217 with two decimals', found: currency };
}
