import { expect } from 'vitest';
import type { Ending, Work, Worker } from '../../../src/server/work/worker.ts';
import { createWorker } from '../../../src/server/work/worker.ts';
import { createManualClock } from '../../support/manual-clock.ts';

export interface Thing {
  name: string;
  group: string;
  key: number;
  attempts: number;
}

export interface UnderWay extends Thing {
  ends: (how?: 'failed' | Error) => Promise<void>;
}

/** Lets all resolved promises continue. */
export const passed = () => new Promise<void>((done) => setImmediate(done));

/** A queue in memory for workers. Its items run until the test ends them. */
export type QueueFloor = ReturnType<typeof createQueueFloor>;

export function createQueueFloor() {
  const workers: Worker[] = [];
  const floor = {
    clock: createManualClock(),
    queue: [] as Thing[],
    underWay: [] as UnderWay[],
    begun: [] as string[],
    log: [] as unknown[][],
    postponed: [] as unknown[],
    /** How often a claim was tried, including those that found nothing. */
    claims: 0,
    claimFault: null as Error | null,
    put: (name: string, { group = '', key = 0, attempts = 1 }: Partial<Thing> = {}) =>
      void floor.queue.push({ name, group, key, attempts }),
    named: (name: string) =>
      floor.underWay.find((thing) => thing.name === name) ?? expect.fail(`${name} is not under way`),
    makeWorker(own: Partial<Work<Thing, string>> = {}): Worker {
      const logger = { error: (...words: unknown[]) => void floor.log.push(words) };
      const worker = createWorker<Thing, string>(
        { runtime: floor.clock, logger, schedule: floor.clock.schedule },
        { ...workOf(floor), ...own },
      );
      workers.push(worker);
      return worker;
    },
    async close(): Promise<void> {
      const stops = workers.map((worker) => worker.stop());
      floor.underWay.forEach((thing) => void thing.ends());
      await Promise.all(stops);
    },
  };
  return floor;
}

function workOf(floor: QueueState): Work<Thing, string> {
  return {
    async claim({ group, busy }) {
      floor.claims += 1;
      await passed();
      if (floor.claimFault) throw floor.claimFault;
      const index = floor.queue.findIndex((thing) => thing.group === group && !busy.includes(thing.key));
      return floor.queue.splice(index, index < 0 ? 0 : 1)[0] ?? null;
    },
    run: (thing, ending) => run(floor, thing, ending),
    backoff: {
      waitMs: ({ attempts }) => (attempts > 2 ? null : 1_000 * attempts),
      postpone: ({ name }, failure, { now, dueAt }) =>
        Promise.resolve(void floor.postponed.push([name, failure, dueAt && dueAt.getTime() - now])),
    },
    ...{ lanes: 2, pollEveryMs: 5_000, faultText: 'it failed' },
  };
}

interface QueueState {
  queue: Thing[];
  underWay: UnderWay[];
  begun: string[];
  postponed: unknown[];
  claims: number;
  claimFault: Error | null;
}

function run(floor: QueueState, thing: Thing, { signal }: Ending): Promise<{ failed: string } | null> {
  floor.begun.push(thing.name);
  return new Promise((done, threw) => {
    const ends: UnderWay['ends'] = (how) => {
      floor.underWay = floor.underWay.filter((one) => one !== mine);
      if (how instanceof Error) threw(how);
      else done(how ? { failed: how } : null);
      return passed();
    };
    const mine = { ...thing, ends };
    floor.underWay.push(mine);
    if (thing.name === 'breaks off') signal.addEventListener('abort', () => void ends());
  });
}
