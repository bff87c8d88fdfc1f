import { randomBytes, randomUUID } from 'node:crypto';
import { createElapsedClock } from '../lib/trading/elapsed-clock.ts';

/** What comes from outside and tests replace: time, ids, randomness. */
export interface Runtime {
  /** Unix milliseconds: what is stored and shown. It can be set back, so nothing is ordered or aged by it. */
  now: () => number;
  /** Whole milliseconds since any fixed instant, by a monotonic clock: for the order and the age of quotes. */
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
