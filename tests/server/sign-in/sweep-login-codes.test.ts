import { expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createLoginCodeSweep } from '../../../src/server/sign-in/sweep-login-codes.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const hourMs = 3_600_000;

function createSweep(query: (values: unknown[]) => Promise<{ rowCount: number }>) {
  const clock = createManualClock();
  const faults: unknown[] = [];
  const database = { query: ({ values }: { values: unknown[] }) => query(values) } as unknown as Database;
  const logger = { error: (fault: unknown) => void faults.push(fault) };
  const { now, schedule } = clock;
  return { clock, faults, sweep: createLoginCodeSweep({ database, runtime: { now }, logger, schedule }) };
}

test('old codes are deleted at the start and every hour, until the stop', async () => {
  const asked: unknown[][] = [];
  const { clock, sweep } = createSweep((values) => Promise.resolve({ rowCount: asked.push(values) }));
  const startMs = clock.now();
  sweep.start();
  clock.advance(2 * hourMs);
  await sweep.stop();
  clock.advance(2 * hourMs);
  expect(asked).toEqual([0, 1, 2].map((hours) => [new Date(startMs + (hours - 24) * hourMs)]));
});

test('a sweep that fails is logged, and the next one runs', async () => {
  let polled = 0;
  const { clock, faults, sweep } = createSweep(() => {
    polled += 1;
    return Promise.reject(new Error('no database'));
  });
  sweep.start();
  clock.advance(hourMs);
  await sweep.stop();
  expect([polled, clock.running()]).toEqual([2, 0]);
  expect(faults.length).toBeGreaterThan(0);
});
