import { describe, expect, test } from 'vitest';
import type { Found } from '../../../src/server/work/lanes.ts';
import { createLanes } from '../../../src/server/work/lanes.ts';

/** How often is looked for reports, with looks that end when the test says what they found. */

interface Look {
  finds: (found: Found) => Promise<void>;
  fails: () => Promise<void>;
}

/** Everything that is waited for by now has gone on. */
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
  /** The look that began as the so manieth, from zero. */
  const look = (at: number) => looks[at] ?? expect.fail(`Nobody looked ${at + 1} times`);
  return { ...lanes, looks, look, faults };
}

describe('woken', () => {
  test('looks as often as something came, and not once more', async () => {
    const lanes = watchLanes(2);
    for (let came = 0; came < 3; came += 1) lanes.wake();
    expect(lanes.looks).toHaveLength(2);
    await lanes.look(0).finds('new');
    expect(lanes.looks).toHaveLength(3);
    await lanes.look(1).finds('new');
    await lanes.look(2).finds('new');
    expect(lanes.looks).toHaveLength(3);
  });

  test('goes on behind what was tried before, until it found what came', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).finds('again');
    await lanes.look(1).finds('again');
    await lanes.look(2).finds('new');
    expect(lanes.looks).toHaveLength(3);
  });

  test('is content where somebody else has it', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).finds('nothing');
    expect(lanes.looks).toHaveLength(1);
  });

  test('looks again for what comes while the last look ends', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    const ended = lanes.look(0).finds('new');
    lanes.wake();
    await ended;
    expect(lanes.looks).toHaveLength(2);
  });

  test('looks anew after a fault, which is told', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.look(0).fails();
    expect(lanes.faults).toHaveLength(1);
    lanes.wake();
    expect(lanes.looks).toHaveLength(2);
  });
});

describe('a sweep', () => {
  test('looks in every lane until nothing is there, and ends with the last', async () => {
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

  test('that is wanted while another is under way looks once more', async () => {
    const lanes = watchLanes(1);
    const first = lanes.sweep();
    const second = lanes.sweep();
    await lanes.look(0).finds('nothing');
    await lanes.look(1).finds('nothing');
    await Promise.all([first, second]);
    expect(lanes.looks).toHaveLength(2);
  });

  test('that met a fault is made up for by the next', async () => {
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

test('stopped, it finishes what is under way and begins nothing', async () => {
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
