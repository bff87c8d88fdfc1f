/** Money is an integer of minor units (cents) inside the server, and a number of major units in the contract. */

const minorPerMajor = 100;

/**
 * Major units to minor units: exact for at most two decimals, else the nearest cent. Throws if the result is not a safe
 * integer, because such an amount is a bug, not a refusal.
 */
export function toMinor(major: number): number {
  const minor = Math.round(major * minorPerMajor);
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount of money is out of range');
  return minor === 0 ? 0 : minor;
}

/** Minor units to major units: a number with at most two decimals. */
export function toMajor(minor: number): number {
  return minor / minorPerMajor;
}

/**
 * Whether a number of major units is valid money: finite, with at most two decimals, so that `toMinor` loses nothing.
 */
export function isMoney(major: number): boolean {
  return Number.isSafeInteger(Math.round(major * minorPerMajor)) && toMajor(toMinor(major)) === major;
}
