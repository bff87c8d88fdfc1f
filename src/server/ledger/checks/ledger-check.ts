/** What is looked at, and what is said of it: one about the books. */
export type LedgerCheck = CountedCheck | JudgedCheck;

/**
 * A check that the database makes. `looked` selects what it is about, `faults` a column `fault` with a line for each
 * breach.
 */
export interface CountedCheck {
  title: string;
  looked: string;
  faults: string;
}

/** A check by a rule of the product. `rows` selects what it is about, of which only a piece at a time is in memory. */
export interface JudgedCheck {
  title: string;
  rows: string;
  /** What is wrong with one of `rows`, in words; null where nothing is. Each check knows what it selects. */
  judge: (row: never) => string | null;
}

/** What came of a check. */
export interface CheckResult {
  title: string;
  /** How many things were looked at. */
  looked: number;
  /** How many of them disagree. */
  faulty: number;
  /** The first of those that disagree, in words. */
  examples: string[];
}
