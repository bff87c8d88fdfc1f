import { expect, test } from 'vitest';
import { createDueTimer } from '../../../src/server/content/due-timer.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const dayMs = 24 * 60 * 60_000;

function start() {
  const clock = createManualClock();
  const calls: number[] = [];
  const waits: number[] = [];
  const timer = createDueTimer({
    now: clock.now,
    run: () => void calls.push(clock.now()),
    schedule(run, intervalMs) {
      waits.push(intervalMs);
      return clock.schedule(run, intervalMs);
    },
  });
  return { clock, calls, waits, timer };
}

test('an instant beyond the longest timer of Node is met, and no sooner', () => {
  const { clock, calls, waits, timer } = start();
  const at = clock.now() + 40 * dayMs + 1;
  timer.set(at);
  clock.advance(40 * dayMs);
  expect(calls).toEqual([]);
  clock.advance(1);
  expect(calls).toEqual([at]);
  expect(Math.max(...waits)).toBeLessThan(2 ** 31);
  clock.advance(dayMs);
  expect([calls.length, clock.running()]).toEqual([1, 0]);
});

test('an instant that has passed is met at once, and another one replaces it', () => {
  const { clock, calls, timer } = start();
  timer.set(clock.now() + 5_000);
  timer.set(clock.now() - 5_000);
  clock.advance(1);
  expect(calls).toEqual([clock.now()]);
  clock.advance(10_000);
  expect(calls).toHaveLength(1);
});

test('a clock that is set ahead is noticed within a minute; one that is set back delays the call', () => {
  const { clock, calls, timer } = start();
  timer.set(clock.now() + dayMs);
  clock.setWall(dayMs);
  clock.advance(60_000);
  expect(calls).toHaveLength(1);
  timer.set(clock.now() + 1_000);
  clock.setWall(-10_000);
  clock.advance(10_999);
  expect(calls).toHaveLength(1);
  clock.advance(1);
  expect(calls).toHaveLength(2);
});

test('nothing is called after the end, or without an instant', () => {
  const { clock, calls, timer } = start();
  timer.set(clock.now() + 1_000);
  timer.set(null);
  clock.advance(dayMs);
  timer.set(clock.now() + 1_000);
  timer.stop();
  clock.advance(dayMs);
  expect(calls).toEqual([]);
});
