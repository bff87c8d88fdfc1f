import type { DepositMethod, PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { PaymentDriver } from './payment-driver.ts';
import type { Widget } from './widget/widget.ts';

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
  /** False: nothing is ever heard of its payments by itself, and an operator decides, whenever that is. Like a bank's, which have no driver. */
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
