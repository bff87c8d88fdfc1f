import { randomBytes, randomUUID } from 'node:crypto';
import { createElapsedClock } from '../lib/trading/elapsed-clock.ts';

/** The outside inputs that tests replace: time, ids and randomness. */
export interface Runtime {
  /** Unix milliseconds, for storing and showing. The clock can be set back, so never use it to compute order or age. */
  now: () => number;
  /** Whole milliseconds of a monotonic clock since an arbitrary instant, for the order and the age of quotes. */
  elapsedMs: () => number;
  /** A fresh UUID. */
  newId: () => string;
  /** Cryptographically random bytes. */
  randomBytes: (length: number) => Buffer;
}

const elapsed = createElapsedClock({ wall: Date.now, steady: () => performance.now() });

export const systemRuntime: Runtime = {
  now: Date.now,
  elapsedMs: () => Math.floor(elapsed()),
  newId: randomUUID,
  randomBytes,
};
