/** Both sides of a price at one moment. A customer buys at `ask` and sells at `bid`; the contract calls them buy and sell. */
export interface Quote {
  bid: number;
  ask: number;
  /** When it was received, unix milliseconds: stored and shown, never compared. */
  timeMs: number;
  /** When it was received, by the server's elapsed clock: its age. */
  arrivedMs: number;
  /** Counts the accepted quotes of its symbol since the process started. */
  sequence: number;
  /** It was the one that confirmed a jump. */
  confirmsJump: boolean;
  /** Its asset is halted, by a price of 0 or an unconfirmed jump: the quote values positions but fills nothing. */
  isHalted: boolean;
}
