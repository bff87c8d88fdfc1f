import type { DepositMethod, PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { PaymentDriver } from './payment-driver.ts';

/** A payment method that the configuration sets up. */
export interface PaymentProvider {
  name: string;
  /** What a customer is shown of it; who looks through its payments follows from the rest. */
  shown: Omit<PaymentMethod, 'by_hand'>;
  /** Null where nothing is asked of anybody: money comes by a transfer, or by a page that knows the broker already. */
  driver: PaymentDriver | null;
  canBeAsked: boolean;
  /** Of a cashier that the provider's script draws on a page of ours. */
  widget?: Widget;
  /**
   * False: nothing is ever heard of its payments by itself, and an operator decides, whenever that is. Like a bank's,
   * which have no driver.
   */
  canReport?: boolean;
}

export interface DepositLimits {
  leastMinor: number;
  mostMinor: number;
  /** ISO 4217. */
  currency: string;
}

/** The payment methods of the configuration, in its order. */
export interface PaymentProviders {
  all: readonly PaymentProvider[];
  /** The named provider of a method, or the first of it where none is named. */
  find: (method: DepositMethod, name: string | null) => PaymentProvider | undefined;
  get: (name: string) => PaymentProvider | undefined;
  limits: DepositLimits;
}

export function createPaymentProviders(all: readonly PaymentProvider[], limits: DepositLimits): PaymentProviders {
  return {
    all,
    limits,
    find: (method, name) =>
      all.find(({ name: own, shown }) => shown.method === method && (name === null || name === own)),
    get: (name) => all.find((provider) => provider.name === name),
  };
}

/** What a page of ours shows of a provider's cashier. */
export interface Cashier {
  /** The address of its script. */
  script: string;
  /** What the script is told, by the names of attributes without `data-`. */
  attributes: Readonly<Record<string, string>>;
  /** The button that the script draws, as CSS selects it. */
  button: string;
  /** All places that the page may load from: the script's, and what the broker names besides. */
  origins: readonly string[];
  /** Of the customer's screen. */
  language: string;
}

/** A provider whose cashier is drawn by its script. */
export interface Widget {
  /** What the page of a payment shows; null where the seal is not of this payment, or is too old. */
  open: (transactionId: string, seal: string) => Cashier | null;
}
