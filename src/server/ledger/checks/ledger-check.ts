/** One check of the books. */
export type LedgerCheck = CountedCheck | JudgedCheck;

/**
 * A check that is made in SQL. `looked` selects the rows to be checked. `faults` selects a row for each breach,
 * described in its column `fault`.
 */
export interface CountedCheck {
  title: string;
  looked: string;
  faults: string;
}

/** A check that is made by code. `rows` selects the rows to be checked; they are loaded in parts, to save memory. */
export interface JudgedCheck {
  title: string;
  rows: string;
  /** Describes what is wrong with a row; null if nothing is. Each check knows the type of its rows. */
  judge: (row: never) => string | null;
}

/** The result of a check. */
export interface CheckResult {
  title: string;
  /** How many items were checked. */
  looked: number;
  /** How many of them are wrong. */
  faulty: number;
  /** Descriptions of the first faulty items. */
  examples: string[];
}
