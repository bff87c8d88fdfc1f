/** Both sides of a price at one moment. A customer buys at `ask` and sells at `bid`; the contract calls them buy and sell. */
export interface Quote {
  bid: number;
  ask: number;
  /** When it was received, unix milliseconds. */
  timeMs: number;
  /** Counts the accepted quotes of its symbol since the process started. */
  sequence: number;
}
