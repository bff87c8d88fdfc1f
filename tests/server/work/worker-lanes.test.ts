import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueueFloor, Thing } from './queue-floor.ts';
import { createQueueFloor, passed } from './queue-floor.ts';

/** Tests the options of workers: keys, groups, counted polls. */

let floor: QueueFloor;
beforeEach(() => {
  floor = createQueueFloor();
});
afterEach(() => floor.close());

describe('with keys', () => {
  const keyOf = ({ key }: Thing) => key;

  test('items of one key run one at a time and in order, and a slow one holds up no other key', async () => {
    for (const name of ['slow 1', 'slow 2']) floor.put(name, { key: 1 });
    for (const name of ['quick 1', 'quick 2']) floor.put(name, { key: 2 });
    const worker = floor.makeWorker({ keyOf, lanes: 8 });
    worker.wake();
    worker.wake();
    await expect.poll(() => floor.begun).toEqual(['slow 1', 'quick 1']);
    await floor.named('quick 1').ends();
    await expect.poll(() => floor.begun).toEqual(['slow 1', 'quick 1', 'quick 2']);
    await floor.named('slow 1').ends();
    await expect.poll(() => floor.begun.at(-1)).toBe('slow 2');
  });

  test('a fault of one is logged, and the others continue', async () => {
    floor.put('a', { key: 1 });
    floor.put('b', { key: 1 });
    void floor.makeWorker({ keyOf }).work();
    await expect.poll(() => floor.begun).toEqual(['a']);
    await floor.named('a').ends(new Error('no'));
    await expect.poll(() => floor.begun).toEqual(['a', 'b']);
    expect(floor.log).toHaveLength(1);
  });
});

describe('with groups', () => {
  const groups = {
    name: 'provider',
    list: () => Promise.resolve([...new Set(floor.queue.map(({ group }) => group))]),
    faultText: 'no groups',
  };

  test('each has lanes of its own', async () => {
    for (const name of ['a', 'b', 'c']) floor.put(name, { group: 'slow' });
    floor.put('d', { group: 'quick' });
    let isOver = false;
    const worked = floor
      .makeWorker({ groups })
      .work()
      .then(() => (isOver = true));
    await expect.poll(() => [...floor.begun].sort()).toEqual(['a', 'b', 'd']);
    await floor.named('d').ends();
    expect(isOver).toBe(false);
    await floor.named('a').ends();
    await expect.poll(() => floor.begun.at(-1)).toBe('c');
    await floor.named('b').ends();
    await floor.named('c').ends();
    await worked;
  });

  test('faults are logged with the group, or without if the groups cannot be loaded', async () => {
    const fault = new Error('no database');
    floor.put('a', { group: 'acme' });
    floor.claimFault = fault;
    await floor.makeWorker({ groups }).work();
    await floor.makeWorker({ groups: { ...groups, list: () => Promise.reject(fault) } }).work();
    expect(floor.log).toEqual([
      [{ err: fault, provider: 'acme' }, 'it failed'],
      [{ err: fault }, 'no groups'],
    ]);
  });

  test('nothing is claimed of groups that are loaded after the stop', async () => {
    floor.put('a', { group: 'acme' });
    let found: (groups: string[]) => void = () => undefined;
    const worker = floor.makeWorker({ groups: { ...groups, list: () => new Promise((resolve) => (found = resolve)) } });
    worker.wake();
    const stopped = worker.stop();
    found(['acme']);
    await stopped;
    expect([floor.begun, floor.claims]).toEqual([[], 0]);
  });
});

describe('counted', () => {
  const counted = { isRetry: ({ attempts }: Thing) => attempts > 1 };

  test('each wake polls once, and continues past items that were tried before', async () => {
    floor.put('old', { attempts: 2 });
    floor.put('new');
    const worker = floor.makeWorker({ counted, lanes: 1 });
    worker.wake();
    await expect.poll(() => floor.begun).toEqual(['old']);
    await floor.named('old').ends();
    await expect.poll(() => floor.begun).toEqual(['old', 'new']);
    await floor.named('new').ends();
    await passed();
    expect(floor.claims).toBe(2);
  });

  test('work() polls in all lanes at once', async () => {
    const worked = floor.makeWorker({ counted }).work();
    expect(floor.claims).toBe(2);
    await worked;
  });
});
