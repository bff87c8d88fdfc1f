/** A credited deposit, or a reversal of deposits (then negative). */
export interface DepositMove {
  amountMinor: number;
  at: Date;
}

interface Credited {
  move: DepositMove;
  leftMinor: number;
}

/**
 * The first of an account's deposits that was not reversed in full, from all credits and reversals in their order. A
 * reversal does not say which deposit it is for. It is matched with the newest deposit that has exactly that amount
 * left, or else the newest that has more left, or else several deposits, newest first. Null if no deposit has anything
 * left.
 */
export function firstStandingDeposit(moves: readonly DepositMove[]): DepositMove | null {
  const credited: Credited[] = [];
  for (const move of moves) {
    if (move.amountMinor > 0) credited.push({ move, leftMinor: move.amountMinor });
    else reverse(credited, -move.amountMinor);
  }
  return credited.find(({ leftMinor }) => leftMinor > 0)?.move ?? null;
}

function reverse(credited: readonly Credited[], amountMinor: number): void {
  const newest = credited.filter(({ leftMinor }) => leftMinor > 0).reverse();
  const meant =
    newest.find(({ leftMinor }) => leftMinor === amountMinor) ??
    newest.find(({ leftMinor }) => leftMinor > amountMinor);
  let missingMinor = amountMinor;
  for (const one of meant ? [meant] : newest) {
    const reversedMinor = Math.min(missingMinor, one.leftMinor);
    one.leftMinor -= reversedMinor;
    missingMinor -= reversedMinor;
  }
}
