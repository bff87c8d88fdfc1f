/** One check of the books. */
export type LedgerCheck = CountedCheck | JudgedCheck;

/**
 * A check that the database makes. `looked` selects what is checked, `faults` a column `fault` with a row for each
 * breach.
 */
export interface CountedCheck {
  title: string;
  looked: string;
  faults: string;
}

/** A check by a rule of the product. `rows` selects what is checked; only a piece of it at a time is in memory. */
export interface JudgedCheck {
  title: string;
  rows: string;
  /** What is wrong with one of `rows`, in words; null if nothing is. Each check knows the type of its rows. */
  judge: (row: never) => string | null;
}

/** The result of a check. */
export interface CheckResult {
  title: string;
  /** How many items were checked. */
  looked: number;
  /** How many of them are wrong. */
  faulty: number;
  /** Descriptions of the first wrong ones. */
  examples: string[];
}
