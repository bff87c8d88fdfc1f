import { expect, test } from 'vitest';
import { decideDelivery, tryWithinMs } from '../../../src/server/affiliates/postbacks/delivery-worker.ts';

const secondMs = 1_000;

test.each([
  [1, 30],
  [2, 60],
  [3, 120],
  [7, 1_920],
  [8, 3_600],
  [60, 3_600],
  [2_000, 3_600],
])('after attempt %i the next one follows %i s later', (tries, seconds) => {
  expect(decideDelivery({ tries, ageMs: 0 })).toBe(seconds * secondMs);
});

test('a delivery is tried for three days', () => {
  expect(decideDelivery({ tries: 70, ageMs: tryWithinMs - 1 })).not.toBeNull();
  expect(decideDelivery({ tries: 70, ageMs: tryWithinMs })).toBeNull();
});

test('an old delivery that is sent again on request is tried three times', () => {
  expect([1, 2, 3].map((tries) => decideDelivery({ tries, ageMs: 10 * tryWithinMs }))).toEqual([
    30 * secondMs,
    60 * secondMs,
    null,
  ]);
});
