import { randomBytes, randomUUID } from 'node:crypto';

/** What the world gives us and tests replace: time, ids, randomness. */
export interface Runtime {
  /** Unix milliseconds. */
  now: () => number;
  /** A fresh UUID. */
  newId: () => string;
  /** Cryptographically random bytes. */
  randomBytes: (length: number) => Buffer;
}

export const systemRuntime: Runtime = { now: Date.now, newId: randomUUID, randomBytes };
