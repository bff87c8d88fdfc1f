import { expect, test } from 'vitest';
import { createElapsedClock } from '../../../src/lib/trading/elapsed-clock.ts';

function createTestClock() {
  const now = { wall: 1_800_000_000_000, steady: 5_000 };
  const elapsed = createElapsedClock({ wall: () => now.wall, steady: () => now.steady });
  /** Advances each of the two clocks. */
  const pass = (wallMs: number, steadyMs: number) => {
    now.wall += wallMs;
    now.steady += steadyMs;
    return elapsed();
  };
  return { pass };
}

test('time passes as both clocks tell it', () => {
  const { pass } = createTestClock();
  expect(pass(1_000, 1_000)).toBe(1_000);
  expect(pass(0, 0)).toBe(1_000);
  expect(pass(500, 500)).toBe(1_500);
});

test('a wall clock that is set back changes nothing', () => {
  const { pass } = createTestClock();
  pass(1_000, 1_000);
  expect(pass(-3_600_000, 20)).toBe(1_020);
  expect(pass(1_000, 1_000)).toBe(2_020);
});

test('sleep counts, even if the steady clock stopped', () => {
  const { pass } = createTestClock();
  expect(pass(3_600_000, 10)).toBe(3_600_000);
  expect(pass(1_000, 1_000)).toBe(3_601_000);
});

test('the coarseness of the wall clock does not accumulate over many reads', () => {
  const now = { steady: 0 };
  const elapsed = createElapsedClock({ wall: () => Math.floor(now.steady), steady: () => now.steady });
  for (let call = 0; call < 10_000; call++) {
    now.steady += 0.1;
    elapsed();
  }
  expect(elapsed()).toBeCloseTo(1_000, 6);
});
