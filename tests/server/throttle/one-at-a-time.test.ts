import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareSnapshot } from '../../../src/server/throttle/one-at-a-time.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** Reads that run until the test ends them; each returns its number. */
function given() {
  const clock = createManualClock(0);
  const reads: PromiseWithResolvers<number>[] = [];
  const ask = shareSnapshot(
    () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
    { now: clock.now, schedule: clock.schedule },
  );
  const end = async () => {
    reads.at(-1)?.resolve(reads.length);
    await turns();
  };
  return { clock, reads, ask, end };
}

/** Waits enough turns of the event loop for a read that starts in the next turn. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

test('callers before the start of a read share it; later callers share the next one, which sees more', async () => {
  const { clock, reads, ask, end } = given();
  const first = [ask(), ask()];
  await turns();
  const later = Array.from({ length: 100 }, () => ask());
  await turns();
  expect(reads).toHaveLength(1);
  await end();
  expect(await Promise.all(first)).toEqual([1, 1]);
  clock.advance(50);
  await turns();
  await end();
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  expect(reads).toHaveLength(2);
});

test('reads start at intervals, however fast the answers come', async () => {
  const { clock, reads, ask, end } = given();
  void ask();
  await turns();
  await end();
  void ask();
  await turns();
  clock.advance(49);
  await turns();
  expect(reads).toHaveLength(1);
  clock.advance(1);
  await turns();
  expect(reads).toHaveLength(2);
  await end();
  clock.advance(10_000);
  expect([reads.length, clock.running()]).toEqual([2, 0]);
});

test('a failed read fails for all who shared it, and the next one runs', async () => {
  const { clock, reads, ask, end } = given();
  const [one, other] = [ask(), ask()];
  await turns();
  const next = ask();
  reads[0]?.reject(new Error('no connection'));
  await expect(one).rejects.toThrow('no connection');
  await expect(other).rejects.toThrow('no connection');
  clock.advance(50);
  await turns();
  await end();
  expect(await next).toBe(2);
});
