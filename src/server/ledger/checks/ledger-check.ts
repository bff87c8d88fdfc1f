/** One statement about the books. `looked` selects what it is about, `faults` a column `fault` with a line for each breach. */
export interface LedgerCheck {
  title: string;
  looked: string;
  faults: string;
}
