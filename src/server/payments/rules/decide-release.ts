/** A bonus that took effect, or a correction of earlier ones. Amounts are in minor units. */
export interface GivenBonus {
  transactionId: string;
  /** Below zero: part of a bonus was reversed. */
  amountMinor: number;
  /** Whether what was left of it has already been released. */
  isReleased: boolean;
  /**
   * The total exposure (amount × leverage) of the positions closed after this bonus was given and before the next one.
   */
  volumeMinor: number;
}

export interface BonusHistory {
  /** In the order in which they were given. */
  given: readonly GivenBonus[];
  /** What is left of all bonuses that were not released. */
  bonusMinor: number;
}

export interface BonusRelease {
  transactionId: string;
  /** Above zero. */
  amountMinor: number;
}

/**
 * Decides which bonuses are released as own money: a bonus is due once the positions closed after it was given have
 * traded `turnover` times its amount. Volume counts for one bonus only, the oldest first; a bonus with nothing left
 * uses none. A correction reduces the newest bonus before it, and losses reduce the oldest, so a release never exceeds
 * what is left of its bonus.
 */
export function decideReleases({ given, bonusMinor }: BonusHistory, turnover: number): BonusRelease[] {
  const amounts = correctedAmounts(given);
  const left = leftOf(given, amounts, bonusMinor);
  const needs = given.map(({ isReleased }, index) => {
    return isReleased || (left[index] ?? 0) > 0 ? Math.ceil(turnover * (amounts[index] ?? 0)) : 0;
  });
  let oldest = 0;
  given.forEach(({ volumeMinor }, newest) => {
    for (let volume = volumeMinor; oldest <= newest; oldest += 1) {
      const taken = Math.min(volume, needs[oldest] ?? 0);
      volume -= taken;
      needs[oldest] = (needs[oldest] ?? 0) - taken;
      if ((needs[oldest] ?? 0) > 0) break;
    }
  });
  return given.flatMap(({ transactionId, isReleased }, index) => {
    const amountMinor = left[index] ?? 0;
    return !isReleased && needs[index] === 0 && amountMinor > 0 ? [{ transactionId, amountMinor }] : [];
  });
}

/** The amount of each bonus after all corrections. */
function correctedAmounts(given: readonly GivenBonus[]): number[] {
  const amounts = given.map(({ amountMinor }) => Math.max(0, amountMinor));
  given.forEach(({ amountMinor }, index) => {
    let takenBack = Math.max(0, -amountMinor);
    for (let before = index - 1; before >= 0 && takenBack > 0; before -= 1) {
      const part = Math.min(takenBack, amounts[before] ?? 0);
      amounts[before] = (amounts[before] ?? 0) - part;
      takenBack -= part;
    }
  });
  return amounts;
}

/** What is left of each unreleased bonus: losses consume the oldest first. */
function leftOf(given: readonly GivenBonus[], amounts: readonly number[], bonusMinor: number): number[] {
  const left = given.map(() => 0);
  let remaining = bonusMinor;
  for (let index = given.length - 1; index >= 0; index -= 1) {
    if (given[index]?.isReleased) continue;
    left[index] = Math.min(amounts[index] ?? 0, remaining);
    remaining -= left[index] ?? 0;
  }
  return left;
}
