import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doubling } from '../../../src/server/work/worker.ts';
import type { QueueFloor } from './queue-floor.ts';
import { createQueueFloor, passed } from './queue-floor.ts';

/** Tests what every worker does. */

let floor: QueueFloor;
beforeEach(() => {
  floor = createQueueFloor();
});
afterEach(() => floor.close());

describe('a worker', () => {
  test('runs as many items at once as it has lanes, oldest first, and work() ends with the last one', async () => {
    for (const name of ['a', 'b', 'c']) floor.put(name);
    let isOver = false;
    const worked = floor
      .makeWorker()
      .work()
      .then(() => (isOver = true));
    await expect.poll(() => floor.begun).toEqual(['a', 'b']);
    await floor.named('b').ends();
    await expect.poll(() => floor.begun).toEqual(['a', 'b', 'c']);
    await floor.named('c').ends();
    expect(isOver).toBe(false);
    await floor.named('a').ends();
    await worked;
  });

  test('claims once if nothing is due', async () => {
    await floor.makeWorker().work();
    expect(floor.claims).toBe(1);
  });

  test('finds what arrived during an empty poll', async () => {
    const worker = floor.makeWorker({ lanes: 1 });
    const worked = worker.work();
    await passed();
    floor.put('late');
    worker.wake();
    await expect.poll(() => floor.begun).toEqual(['late']);
    await floor.named('late').ends();
    await worked;
  });

  test('polls at the start and then at its interval, until it is stopped', async () => {
    const worker = floor.makeWorker();
    worker.start();
    await passed();
    floor.clock.advance(10_000);
    await expect.poll(() => floor.claims).toBe(3);
    await worker.stop();
    floor.clock.advance(10_000);
    worker.wake();
    await worker.work();
    expect([floor.claims, floor.clock.running()]).toEqual([3, 0]);
  });

  test('that starts later does not poll at the start', async () => {
    floor.makeWorker({ startsLater: true }).start();
    await passed();
    expect(floor.claims).toBe(0);
    floor.clock.advance(5_000);
    expect(floor.claims).toBe(1);
  });
});

describe('what fails', () => {
  test('is postponed by the back-off or given up, and holds up nothing else', async () => {
    floor.put('first', { attempts: 1 });
    floor.put('second', { attempts: 2 });
    floor.put('third', { attempts: 3 });
    const worked = floor.makeWorker({ lanes: 1 }).work();
    for (const name of ['first', 'second', 'third']) {
      await expect.poll(() => floor.begun.at(-1)).toBe(name);
      await floor.named(name).ends('failed');
    }
    await worked;
    expect(floor.postponed).toEqual([
      ['first', 'failed', 1_000],
      ['second', 'failed', 2_000],
      ['third', 'failed', null],
    ]);
    expect(floor.log).toEqual([]);
  });

  test('by a fault of the worker is logged, not postponed, and left until the next poll', async () => {
    const fault = new Error('no database');
    floor.put('a');
    floor.put('b');
    const worker = floor.makeWorker({ lanes: 1 });
    const worked = worker.work();
    await expect.poll(() => floor.begun).toEqual(['a']);
    await floor.named('a').ends(fault);
    await worked;
    expect([floor.begun, floor.postponed, floor.log]).toEqual([['a'], [], [[{ err: fault }, 'it failed']]]);
    void worker.work();
    await expect.poll(() => floor.begun).toEqual(['a', 'b']);
  });

  test('because nothing can be claimed is logged once for each poll, however many lanes there are', async () => {
    floor.claimFault = new Error('no database');
    const worker = floor.makeWorker({ lanes: 8 });
    await worker.work();
    expect(floor.log).toHaveLength(1);
    floor.claimFault = null;
    floor.put('a');
    void worker.work();
    await expect.poll(() => floor.begun).toEqual(['a']);
  });

  test('doubles its wait up to the longest', () => {
    const waitMs = doubling({ firstMs: 30, longestMs: 200 });
    expect([1, 2, 3, 4, 5, 500].map(waitMs)).toEqual([30, 60, 120, 200, 200, 200]);
  });
});

describe('stopped', () => {
  test('it finishes running work, and claims nothing more', async () => {
    for (const name of ['a', 'b', 'c']) floor.put(name);
    const worker = floor.makeWorker();
    worker.wake();
    await expect.poll(() => floor.begun).toEqual(['a', 'b']);
    const before = floor.claims;
    let isOver = false;
    const stopped = worker.stop().then(() => (isOver = true));
    await floor.named('a').ends();
    expect(isOver).toBe(false);
    await floor.named('b').ends();
    await stopped;
    expect([floor.begun, floor.claims]).toEqual([['a', 'b'], before]);
  });

  test('it signals running work, which may break off', async () => {
    floor.put('breaks off');
    const worker = floor.makeWorker();
    worker.wake();
    await expect.poll(() => floor.begun).toEqual(['breaks off']);
    await worker.stop();
    expect(floor.underWay).toEqual([]);
  });

  test('during a claim, it still runs what it claimed', async () => {
    floor.put('a');
    const worker = floor.makeWorker();
    worker.wake();
    const stopped = worker.stop();
    await expect.poll(() => floor.begun).toEqual(['a']);
    await floor.named('a').ends();
    await stopped;
    expect(floor.claims).toBe(1);
  });
});
