import { expect, test } from 'vitest';
import { oneAtATime } from '../../../src/stores/payments/transaction-news.ts';

/** A load that a test ends by hand. */
function handLoad() {
  const ends: ((isLoaded: boolean) => void)[] = [];
  const load = oneAtATime(() => new Promise<boolean>((resolve) => void ends.push(resolve)));
  return { load, ends };
}

test('however many requests come meanwhile, one more load starts afterwards', async () => {
  const { load, ends } = handLoad();
  const all = [load(), load(), load()];
  expect(ends).toHaveLength(1);
  ends[0]?.(true);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.(true);
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(ends).toHaveLength(2);
});

test('without a request meanwhile there is no further load', async () => {
  const { load, ends } = handLoad();
  const first = load();
  ends[0]?.(true);
  expect(await first).toBe(true);
  const second = load();
  expect(ends).toHaveLength(2);
  ends[1]?.(false);
  expect(await second).toBe(false);
});

test('after a failed load none starts by itself', async () => {
  const { load, ends } = handLoad();
  const all = [load(), load()];
  ends[0]?.(false);
  expect(await Promise.all(all)).toEqual([false, false]);
  expect(ends).toHaveLength(1);
});
