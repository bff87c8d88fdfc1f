import type { PaymentReport } from './rules/payment-report.ts';

export type { PaymentReport };

/** The narrow side of a payment provider: what we ask it, what it reports, and how we make sure that it was it. */

/** What a provider is told of a deposit. */
export interface PaymentOrder {
  transactionId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  customer: {
    /** `user.token`: names the customer without telling who it is. */
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
    /** ISO 8601, a day. */
    birthDate: string | null;
    /** Of the browser's screen, so that the provider's page speaks it. */
    language: string;
    /** The address of the connection. */
    ip: string;
  };
  /** Where the provider leads the customer back to. */
  returnUrl: string;
  /** Where the provider reports to. */
  webhookUrl: string;
}

/**
 * What a provider answered: its own name for the payment, if it has given one, and where the customer pays, if
 * anywhere.
 */
export interface StartedPayment {
  reference: string | null;
  redirectUrl: string | null;
}

/** A report that came by itself. */
export interface PaymentEvent extends PaymentReport {
  /** The provider's id of the report: a repeat has the same. */
  eventKey: string;
  /** Our id of the payment, or null where only the provider's own name is given. */
  transactionId: string | null;
  reference: string | null;
}

export interface Webhook {
  /** As it came: signatures are made of bytes. */
  body: Buffer;
  /** Lower case names. */
  headers: Readonly<Record<string, string | undefined>>;
}

/** A report of the provider's that is about no payment of ours: taken, and nothing is done. */
export interface OtherEvent {
  eventKey: string;
  about: 'nothing of ours';
}

export type ReadEvent = PaymentEvent | OtherEvent;

/**
 * A provider that could not be asked, or answered what nobody understands. Its message is for the log: no secret, no
 * person.
 */
export class ProviderUnavailable extends Error {}

/** A payment provider that is asked by the server. Nothing of this is called inside a database transaction. */
export interface PaymentDriver {
  /**
   * Asks where the customer pays. The same order again is the same payment to the provider. Throws ProviderUnavailable,
   * at the latest after the driver's time limit.
   */
  start: (order: PaymentOrder) => Promise<StartedPayment>;
  /**
   * What a webhook says; null where it was not the provider who sent it. A promise where the provider has to be asked
   * which payment it is about. Throws ProviderUnavailable, or rejects with it, where it cannot be read.
   */
  readWebhook: (webhook: Webhook, nowMs: number) => ReadEvent | null | Promise<ReadEvent>;
  /** Asks what became of a payment; null where the provider cannot be asked. Throws ProviderUnavailable. */
  ask: ((payment: { transactionId: string; reference: string | null }) => Promise<PaymentReport>) | null;
}
