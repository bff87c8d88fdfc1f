/** What was credited as a deposit, or taken back of deposits: then below zero. */
export interface DepositMove {
  amountMinor: number;
  at: Date;
}

interface Credited {
  move: DepositMove;
  leftMinor: number;
}

/**
 * The first of an account's deposits of which something is left, by all that was credited and taken back, in that
 * order. Nobody says which deposit is taken back. It is the newest with exactly that amount left, else the newest with
 * at least that amount left, else the newest ones together. Null where nothing is left of any.
 */
export function firstStandingDeposit(moves: readonly DepositMove[]): DepositMove | null {
  const credited: Credited[] = [];
  for (const move of moves) {
    if (move.amountMinor > 0) credited.push({ move, leftMinor: move.amountMinor });
    else takeBack(credited, -move.amountMinor);
  }
  return credited.find(({ leftMinor }) => leftMinor > 0)?.move ?? null;
}

function takeBack(credited: readonly Credited[], amountMinor: number): void {
  const newest = credited.filter(({ leftMinor }) => leftMinor > 0).reverse();
  const meant =
    newest.find(({ leftMinor }) => leftMinor === amountMinor) ??
    newest.find(({ leftMinor }) => leftMinor > amountMinor);
  let missingMinor = amountMinor;
  for (const one of meant ? [meant] : newest) {
    const takenMinor = Math.min(missingMinor, one.leftMinor);
    one.leftMinor -= takenMinor;
    missingMinor -= takenMinor;
  }
}
