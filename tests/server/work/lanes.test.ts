import { describe, expect, test } from 'vitest';
import type { Found } from '../../../src/server/work/lanes.ts';
import { createLanes } from '../../../src/server/work/lanes.ts';

/** How often the queue is polled. A poll ends when the test says what it found. */

interface Look {
  finds: (found: Found) => Promise<void>;
  fails: () => Promise<void>;
}

/** Lets all resolved promises continue. */
const passed = () => new Promise<void>((done) => setImmediate(done));

function watchLanes(most: number) {
  const looks: Look[] = [];
  const faults: unknown[] = [];
  const next = () =>
    new Promise<Found>((found, failed) => {
      const look: Look = {
        finds: (what) => (found(what), passed()),
        fails: () => (failed(new Error('no database')), passed()),
      };
      looks.push(look);
    });
  const lanes = createLanes({ most, isCounted: true, next, onFault: (fault) => faults.push(fault) });
  /** The poll with this index, from zero. */
  const look = (at: number) => looks[at] ?? expect.fail(`Nobody looked ${at + 1} times`);
  return { ...lanes, looks, look, faults };
}

describe('woken', () => {
  test('polls as often as something came, and not once more', async () => {
    const lanes = watchLanes(2);
    for (let came = 0; came < 3; came += 1) lanes.wake();
    expect(lanes.looks).toHaveLength(2);
    await lanes.look(0).finds('new');
    expect(lanes.looks).toHaveLength(3);
    await lanes.look(1).finds('new');
    await lanes.look(2).finds('new');
    expect(lanes.looks).toHaveLength(3);
  });

  test('continues past items that were tried before, until it finds the new one', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).finds('again');
    await lanes.look(1).finds('again');
    await lanes.look(2).finds('new');
    expect(lanes.looks).toHaveLength(3);
  });

  test('stops if somebody else has claimed it', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).finds('nothing');
    expect(lanes.looks).toHaveLength(1);
  });

  test('polls again for what comes while the last poll ends', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    const ended = lanes.look(0).finds('new');
    lanes.wake();
    await ended;
    expect(lanes.looks).toHaveLength(2);
  });

  test('polls again after a fault, which is reported', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).fails();
    expect(lanes.faults).toHaveLength(1);
    lanes.wake();
    expect(lanes.looks).toHaveLength(2);
  });
});

describe('a sweep', () => {
  test('polls in every lane until nothing is left, and ends with the last one', async () => {
    const lanes = watchLanes(2);
    let isOver = false;
    const swept = lanes.sweep().then(() => (isOver = true));
    expect(lanes.looks).toHaveLength(2);
    await lanes.look(0).finds('new');
    expect(lanes.looks).toHaveLength(3);
    await lanes.look(2).finds('nothing');
    expect(isOver).toBe(false);
    await lanes.look(1).finds('new');
    await swept;
    expect(lanes.looks).toHaveLength(3);
  });

  test('that is requested while another one runs polls once more', async () => {
    const lanes = watchLanes(1);
    const first = lanes.sweep();
    const second = lanes.sweep();
    await lanes.look(0).finds('nothing');
    await lanes.look(1).finds('nothing');
    await Promise.all([first, second]);
    expect(lanes.looks).toHaveLength(2);
  });

  test('that met a fault is repeated by the next one', async () => {
    const lanes = watchLanes(1);
    const failed = lanes.sweep();
    await lanes.look(0).fails();
    await failed;
    const swept = lanes.sweep();
    await lanes.look(1).finds('new');
    await lanes.look(2).finds('nothing');
    await swept;
    expect(lanes.looks).toHaveLength(3);
  });
});

test('after a stop it finishes running work and starts nothing', async () => {
  const lanes = watchLanes(2);
  lanes.wake();
  let isOver = false;
  const stopped = lanes.stop().then(() => (isOver = true));
  lanes.wake();
  await passed();
  expect([isOver, lanes.looks.length]).toEqual([false, 1]);
  await lanes.look(0).finds('new');
  await stopped;
  expect(lanes.looks).toHaveLength(1);
});
