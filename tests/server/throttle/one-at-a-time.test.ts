import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareSnapshot } from '../../../src/server/throttle/one-at-a-time.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** Reads that end when the test ends them, each with its number. */
function given() {
  const clock = createManualClock(0);
  const looks: PromiseWithResolvers<number>[] = [];
  const ask = shareSnapshot(
    () => {
      const look = Promise.withResolvers<number>();
      looks.push(look);
      return look.promise;
    },
    { now: clock.now, schedule: clock.schedule },
  );
  const end = async () => {
    looks.at(-1)?.resolve(looks.length);
    await turns();
  };
  return { clock, looks, ask, end };
}

/** Enough turns of the event loop for a read that starts in the next one. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

test('callers before the start of a read share it; later callers share the next one, which sees more', async () => {
  const { clock, looks, ask, end } = given();
  const first = [ask(), ask()];
  await turns();
  const later = Array.from({ length: 100 }, () => ask());
  await turns();
  expect(looks).toHaveLength(1);
  await end();
  expect(await Promise.all(first)).toEqual([1, 1]);
  clock.advance(50);
  await turns();
  await end();
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  expect(looks).toHaveLength(2);
});

test('reads start at intervals, however fast the answers come', async () => {
  const { clock, looks, ask, end } = given();
  void ask();
  await turns();
  await end();
  void ask();
  await turns();
  clock.advance(49);
  await turns();
  expect(looks).toHaveLength(1);
  clock.advance(1);
  await turns();
  expect(looks).toHaveLength(2);
  await end();
  clock.advance(10_000);
  expect([looks.length, clock.running()]).toEqual([2, 0]);
});

test('a failed read fails for all who shared it, and the next one runs', async () => {
  const { clock, looks, ask, end } = given();
  const [one, other] = [ask(), ask()];
  await turns();
  const next = ask();
  looks[0]?.reject(new Error('no connection'));
  await expect(one).rejects.toThrow('no connection');
  await expect(other).rejects.toThrow('no connection');
  clock.advance(50);
  await turns();
  await end();
  expect(await next).toBe(2);
});
