/** What is known of a delivery when a try has failed. */
export interface FailedDelivery {
  /** The one that failed included. */
  tries: number;
  /** Since it was written. */
  ageMs: number;
}

const secondMs = 1_000;
const firstWaitMs = 30 * secondMs;
const longestWaitMs = 3_600 * secondMs;

/** After this nobody tries any more. */
export const tryWithinMs = 3 * 86_400 * secondMs;

/** So often one is tried that is older: it was asked for anew. */
export const fewestTries = 3;

/** What else waits for the same server waits for so long. */
export const holdBackMs = firstWaitMs;

/** How long to wait until the next try, each time twice as long, an hour at most; null: it is given up. */
export function decideDelivery({ tries, ageMs }: FailedDelivery): number | null {
  if (ageMs >= tryWithinMs && tries >= fewestTries) return null;
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
}
