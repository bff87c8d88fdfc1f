import type { DepositMethod, PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { PaymentReport } from './rules/decide-payment.ts';

export type { PaymentReport };

/** The interface to a payment provider: our requests, its reports, and how those are authenticated. */

/** The facts of a deposit that a provider receives. */
export interface PaymentOrder {
  transactionId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  customer: {
    /** `user.token`: identifies the customer without revealing who they are. */
    token: string;
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    /** ISO 3166-1 alpha-2. */
    country: string | null;
    city: string | null;
    street: string | null;
    zipCode: string | null;
    /** An ISO 8601 date. */
    birthDate: string | null;
    /** The language of the customer's page, for the provider's page. */
    language: string;
    /** The IP address of the connection. */
    ip: string;
  };
  /** Where the provider sends the customer afterwards. */
  returnUrl: string;
  /** Where the provider sends its reports. */
  webhookUrl: string;
}

/** A provider's answer to the start of a payment: its reference and the page to pay on, each null if it gave none. */
export interface StartedPayment {
  reference: string | null;
  redirectUrl: string | null;
}

/** A report that the provider sent unasked. */
export interface PaymentEvent extends PaymentReport {
  /** The provider's id of the report; a repeat has the same. */
  eventKey: string;
  /** Our id of the payment; null if the report has only the provider's reference. */
  transactionId: string | null;
  reference: string | null;
}

export interface Webhook {
  /** The raw bytes, because signatures cover them. */
  body: Buffer;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
}

/** A provider's report about something other than a payment of ours: accepted and ignored. */
export interface OtherEvent {
  eventKey: string;
  about: 'nothing of ours';
}

export type ReadEvent = PaymentEvent | OtherEvent;

/**
 * A provider could not be reached, or its answer could not be understood. The message goes to the log, so it contains
 * no secret and no personal data.
 */
export class ProviderUnavailable extends Error {}

/** A payment provider that the server calls. Never call its methods inside a database transaction. */
export interface PaymentDriver {
  /**
   * Asks for the page to pay on. Repeating the same order gives the same payment at the provider. Throws
   * ProviderUnavailable, at the latest after the driver's time limit.
   */
  start: (order: PaymentOrder) => Promise<StartedPayment>;
  /**
   * Reads a webhook; null if the provider did not send it. Returns a promise if the provider has to be asked which
   * payment the webhook is about. Throws or rejects with ProviderUnavailable if it cannot be read.
   */
  readWebhook: (webhook: Webhook, nowMs: number) => ReadEvent | null | Promise<ReadEvent>;
  /** Asks what became of a payment; null if the provider cannot be asked. Throws ProviderUnavailable. */
  ask: ((payment: { transactionId: string; reference: string | null }) => Promise<PaymentReport>) | null;
}

/** A payment method from the configuration. */
export interface PaymentProvider {
  name: string;
  /** What customers see of the method; `by_hand` is derived from the other fields. */
  shown: Omit<PaymentMethod, 'by_hand'>;
  /** Null if we contact no server: money comes by bank transfer, or the payment page already knows the broker. */
  driver: PaymentDriver | null;
  canBeAsked: boolean;
  /** Set if the provider's script draws a cashier on a page of ours. */
  widget?: Widget;
  /**
   * False if the provider never reports payments by itself; an operator then decides, without a time limit. Banks have
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
  /** Data for the script, keyed by attribute name without `data-`. */
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
