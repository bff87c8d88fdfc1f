import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { FairQueueOptions } from '../../../src/server/throttle/fair-queue.ts';
import { createFairQueue } from '../../../src/server/throttle/fair-queue.ts';

/** Work that runs until the test ends it, named by its owner and a number. */
function openQueue(options: Partial<FairQueueOptions>) {
  const queue = createFairQueue<string>({ mostWaiting: 100, mostWaitingOfOne: 100, ...options });
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (fault: Error) => void }>();
  const ask = (name: string) =>
    queue.run(name[0] ?? '', () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.resolve(name);
    await settled();
  };
  return { ask, end, ends, begun, settled };
}

const refused = { ok: false, problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 } };

test('a newcomer waits for running work and one item of each other owner, not for all of one owner', async () => {
  const { ask, end, begun, settled } = openQueue({ mostAtOnce: 1 });
  const answers = Promise.all(['a1', 'a2', 'a3', 'b1', 'a4'].map(ask));
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
  expect(await answers).toEqual(['a1', 'a2', 'a3', 'b1', 'a4'].map((value) => ({ ok: true, value })));
});

test('each owner has a limited number of running items, and a newcomer runs at once', async () => {
  const { ask, end, begun, settled } = openQueue({ mostAtOnceOfOne: 2 });
  const answers = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map(ask));
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(begun.slice(3)).toEqual(['a3']);
  for (const name of ['a1', 'b1', 'a3', 'a4']) await end(name);
  expect(await answers).toHaveLength(5);
});

test('an owner at its limit does not block another one that is ready', async () => {
  const { ask, end, begun, settled } = openQueue({ mostAtOnce: 2, mostAtOnceOfOne: 1 });
  const answers = Promise.all(['a1', 'b1', 'a2', 'c1', 'b2'].map(ask));
  await settled();
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  for (const name of ['b1', 'c1', 'a2', 'b2']) await end(name);
  await answers;
  expect(begun.slice(3)).toEqual(['a2', 'b2']);
});

test('an owner with too many waiting is refused; a full queue gives the last slot of the owner with the most to one with few', async () => {
  const { ask, end, settled } = openQueue({ mostAtOnce: 1, mostWaiting: 3, mostWaitingOfOne: 3 });
  const [first, kept, alsoKept, sentAway] = ['a1', 'a2', 'a3', 'a4'].map(ask);
  expect(await ask('a5')).toEqual(refused);
  const newcomer = ask('b1');
  expect(await sentAway).toEqual(refused);
  expect(await ask('a6')).toEqual(refused);
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all([first, kept, alsoKept, newcomer])).toHaveLength(4);
});

test('failed work frees its slot', async () => {
  const { ask, end, ends, settled } = openQueue({ mostAtOnce: 1, mostAtOnceOfOne: 1 });
  const [failed, waiting] = [ask('a1'), ask('a2')];
  await settled();
  ends.get('a1')?.reject(new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  await settled();
  await end('a2');
  expect(await waiting).toEqual({ ok: true, value: 'a2' });
});

test('no reference to an owner is kept once its work is done', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const queue = createFairQueue<object>({ mostAtOnceOfOne: 1, mostWaiting: 100, mostWaitingOfOne: 100 });
  const owners: WeakRef<object>[] = [];
  for (let round = 0; round < 1_000; round += 1) {
    const owner = {};
    owners.push(new WeakRef(owner));
    // The second waits for the end of the first.
    await Promise.all([queue.run(owner, () => Promise.resolve(1)), queue.run(owner, () => Promise.resolve(2))]);
  }
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(owners.filter((owner) => owner.deref() !== undefined).length).toBeLessThan(10);
  expect(await queue.run({}, () => Promise.resolve(3))).toEqual({ ok: true, value: 3 });
});
