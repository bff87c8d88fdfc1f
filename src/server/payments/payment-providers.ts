import type { DepositMethod, PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { PaymentDriver } from './payment-driver.ts';

/** A payment method from the configuration. */
export interface PaymentProvider {
  name: string;
  /** What customers see of the method; `by_hand` is derived from the other fields. */
  shown: Omit<PaymentMethod, 'by_hand'>;
  /** Null if no server is contacted: money comes by bank transfer, or by a page that already knows the broker. */
  driver: PaymentDriver | null;
  canBeAsked: boolean;
  /** Set if the provider's script draws a cashier on a page of ours. */
  widget?: Widget;
  /**
   * False if the provider never reports payments by itself, so that an operator decides, whenever that is. Banks have
   * no driver and are treated the same.
   */
  canReport?: boolean;
}

export interface DepositLimits {
  leastMinor: number;
  mostMinor: number;
  /** ISO 4217. */
  currency: string;
}

/** The configured payment methods, in the order of the configuration. */
export interface PaymentProviders {
  all: readonly PaymentProvider[];
  /** The named provider of a method, or the first one of the method if no name is given. */
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

/** The data for a page with a provider's cashier. */
export interface Cashier {
  /** The address of its script. */
  script: string;
  /** Data for the script, by names of attributes without `data-`. */
  attributes: Readonly<Record<string, string>>;
  /** The CSS selector of the button that the script draws. */
  button: string;
  /** All origins that the page may load from: the script's own, and those that the broker lists. */
  origins: readonly string[];
  /** The language of the customer's page. */
  language: string;
}

/** A provider whose script draws its cashier. */
export interface Widget {
  /** Opens the page of a payment; null if the seal is for another payment or has expired. */
  open: (transactionId: string, seal: string) => Cashier | null;
}
