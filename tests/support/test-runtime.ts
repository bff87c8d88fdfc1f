import { createHash } from 'node:crypto';
import type { Runtime } from '../../src/server/runtime.ts';

export interface TestRuntime extends Runtime {
  /** Advances both clocks. */
  advance: (byMs: number) => void;
  /** Moves the wall clock only, as an operator or a time server does. */
  setWall: (byMs: number) => void;
}

/** The instant at which a test's clock starts by default. */
export const testStartMs = Date.UTC(2026, 10, 2, 12, 0, 0);

/**
 * A clock that stands still until it is moved, and ids and bytes that repeat in every run; a different `series` gives
 * different ones.
 */
export function createTestRuntime({ startMs = testStartMs, series = 'draw' } = {}): TestRuntime {
  let nowMs = startMs;
  let elapsedMs = startMs;
  let drawn = 0;
  const draw = (length: number) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256')
        .update(`${series} ${(drawn += 1)}`)
        .digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  };
  return {
    now: () => nowMs,
    elapsedMs: () => elapsedMs,
    advance(byMs) {
      nowMs += byMs;
      elapsedMs += byMs;
    },
    setWall: (byMs) => void (nowMs += byMs),
    randomBytes: draw,
    newId: () => {
      const hex = draw(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
