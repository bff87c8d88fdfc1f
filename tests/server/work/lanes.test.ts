import { describe, expect, test } from 'vitest';
import type { Found } from '../../../src/server/work/lanes.ts';
import { createLanes } from '../../../src/server/work/lanes.ts';

/** One poll of the queue. It ends when the test says what it found. */

interface Poll {
  finds: (found: Found) => Promise<void>;
  fails: () => Promise<void>;
}

/** Lets all resolved promises continue. */
const passed = () => new Promise<void>((done) => setImmediate(done));

function watchLanes(most: number) {
  const polls: Poll[] = [];
  const faults: unknown[] = [];
  const next = () =>
    new Promise<Found>((found, failed) => {
      const poll: Poll = {
        finds: (what) => (found(what), passed()),
        fails: () => (failed(new Error('no database')), passed()),
      };
      polls.push(poll);
    });
  const lanes = createLanes({ most, isCounted: true, next, onFault: (fault) => faults.push(fault) });
  /** The poll with this index, from zero. */
  const poll = (at: number) => polls[at] ?? expect.fail(`There were not ${at + 1} polls`);
  return { ...lanes, polls, poll, faults };
}

describe('woken', () => {
  test('polls as often as something came, and not once more', async () => {
    const lanes = watchLanes(2);
    for (let came = 0; came < 3; came += 1) lanes.wake();
    expect(lanes.polls).toHaveLength(2);
    await lanes.poll(0).finds('new');
    expect(lanes.polls).toHaveLength(3);
    await lanes.poll(1).finds('new');
    await lanes.poll(2).finds('new');
    expect(lanes.polls).toHaveLength(3);
  });

  test('continues past items that were tried before, until it finds the new one', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.poll(0).finds('again');
    await lanes.poll(1).finds('again');
    await lanes.poll(2).finds('new');
    expect(lanes.polls).toHaveLength(3);
  });

  test('stops if somebody else has claimed it', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.poll(0).finds('nothing');
    expect(lanes.polls).toHaveLength(1);
  });

  test('polls again for what comes while the last poll ends', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    const ended = lanes.poll(0).finds('new');
    lanes.wake();
    await ended;
    expect(lanes.polls).toHaveLength(2);
  });

  test('polls again after a fault, which is reported', async () => {
    const lanes = watchLanes(1);
    lanes.wake();
    await lanes.poll(0).fails();
    expect(lanes.faults).toHaveLength(1);
    lanes.wake();
    expect(lanes.polls).toHaveLength(2);
  });
});

describe('a sweep', () => {
  test('polls in every lane until nothing is left, and ends with the last one', async () => {
    const lanes = watchLanes(2);
    let isOver = false;
    const swept = lanes.sweep().then(() => (isOver = true));
    expect(lanes.polls).toHaveLength(2);
    await lanes.poll(0).finds('new');
    expect(lanes.polls).toHaveLength(3);
    await lanes.poll(2).finds('nothing');
    expect(isOver).toBe(false);
    await lanes.poll(1).finds('new');
    await swept;
    expect(lanes.polls).toHaveLength(3);
  });

  test('that is requested while another one runs polls once more', async () => {
    const lanes = watchLanes(1);
    const first = lanes.sweep();
    const second = lanes.sweep();
    await lanes.poll(0).finds('nothing');
    await lanes.poll(1).finds('nothing');
    await Promise.all([first, second]);
    expect(lanes.polls).toHaveLength(2);
  });

  test('that met a fault is repeated by the next one', async () => {
    const lanes = watchLanes(1);
    const failed = lanes.sweep();
    await lanes.poll(0).fails();
    await failed;
    const swept = lanes.sweep();
    await lanes.poll(1).finds('new');
    await lanes.poll(2).finds('nothing');
    await swept;
    expect(lanes.polls).toHaveLength(3);
  });
});

test('after a stop it finishes running work and starts nothing', async () => {
  const lanes = watchLanes(2);
  lanes.wake();
  let isOver = false;
  const stopped = lanes.stop().then(() => (isOver = true));
  lanes.wake();
  await passed();
  expect([isOver, lanes.polls.length]).toEqual([false, 1]);
  await lanes.poll(0).finds('new');
  await stopped;
  expect(lanes.polls).toHaveLength(1);
});
