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
