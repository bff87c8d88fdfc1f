/**
 * What a provider says of a payment. `waiting`: nothing is decided. `paid`: so much has come for good. `failed`: nothing will come.
 * `refunded`: what had come went back.
 */
export interface PaymentReport {
  outcome: 'waiting' | 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The provider's own name for what came, where it gives one. */
  reference?: string | null;
  /**
   * The provider's id of the report, where a report of another id is another fact though it says the same: two refunds of one amount.
   * None where two reports may tell of one fact, as answers do, and amounts of all that went back so far.
   */
  eventId?: string | null;
  /** Nothing is decided, but its customer has done what there was to do: the money is on its way, which takes days by some banks. */
  isUnderWay?: boolean;
}

/** A verified report, kept. */
export interface KeptReport extends PaymentReport {
  /** An operator has decided on a payment of which this was known. */
  isSettled: boolean;
  /** Its reference is another payment's. */
  isTaken: boolean;
}
