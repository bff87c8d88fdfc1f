import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';
import type { Runtime } from '../runtime.ts';
import type { Found } from './lanes.ts';
import { createLanes } from './lanes.ts';

/** How a worker ends. */
export interface Ending {
  signal: AbortSignal;
  /** Resolves when the signal is given. */
  stopped: Promise<null>;
}

export interface Turn {
  now: number;
  /** Which of `groups`; empty where there are none. */
  group: string;
  /** The keys of what is under way, where there is a `keyOf`. */
  busy: readonly number[];
}

/** How what failed is tried again. */
export interface Backoff<Item, Failure> {
  /** How long it waits; null: it is given up. */
  waitMs: (item: Item, failure: Failure, now: number) => number | null;
  /** Writes it down. `dueAt` is null where it is given up. */
  postpone: (item: Item, failure: Failure, when: { now: number; dueAt: Date | null }) => Promise<void>;
}

export interface Work<Item, Failure = never> {
  /** Takes what is due longest, so that nobody else has it; null where nothing is due. */
  claim: (turn: Turn) => Promise<Item | null>;
  /** Does it. What it throws is a fault of the worker, not of the item: the claim runs out by itself. */
  run: (item: Item, ending: Ending) => Promise<{ failed: Failure } | null>;
  backoff?: Backoff<Item, Failure>;
  /** How many at once; of each group, where there are groups. */
  lanes: number;
  lookEveryMs: number;
  /** What the log says of a fault. */
  faultText: string;
  /** What is done for one key at a time. A fault of one does not end the lane: the next key has its turn. */
  keyOf?: (item: Item) => number;
  /** Groups with lanes of their own, which are looked up at each look. `name` is the group's in the log. */
  groups?: { name: string; list: (now: number) => Promise<string[]>; faultText: string };
  /** See `isCounted` of `createLanes`: for a claim that is the whole database transaction. */
  counted?: { isRetry: (item: Item) => boolean };
  /** The first look comes after `lookEveryMs`, and not at the start. */
  startsLater?: boolean;
}

export interface WorkerParts {
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface Worker {
  start: () => void;
  /** After the commit of what is to be done at once. */
  wake: () => void;
  /** Does what is due; resolves when nothing is under way any more. */
  work: () => Promise<void>;
  /** Claims nothing more, tells what is under way by its signal, and resolves when that has ended. */
  stop: () => Promise<void>;
}

/** Works off what waits in the database: no caller waits for it, and nothing is lost with the process. */
export function createWorker<Item, Failure = never>(parts: WorkerParts, work: Work<Item, Failure>): Worker {
  const stopping = new AbortController();
  const { sweep, wake, stop } = openLanes(parts, work, stopping.signal);
  let halt: (() => void) | undefined;
  return {
    wake,
    work: sweep,
    start() {
      halt = parts.schedule(() => void sweep(), work.lookEveryMs);
      if (!work.startsLater) void sweep();
    },
    async stop() {
      stopping.abort();
      halt?.();
      await stop();
    },
  };
}

function openLanes<Item, Failure>(
  { runtime, logger }: WorkerParts,
  { groups, ...work }: Work<Item, Failure>,
  signal: AbortSignal,
) {
  const running = new Set<Promise<void>>();
  const look = createLook(runtime, work, signal);
  const open = (group: string, facts: Record<string, string>) => {
    const onFault = (fault: unknown) => logger.error({ err: fault, ...facts }, work.faultText);
    const next = (claimed: () => void) => look({ group, claimed, onFault });
    return createLanes({ most: work.lanes, isCounted: work.counted !== undefined, next, onFault, running });
  };
  if (!groups) return open('', {});

  const opened = new Map<string, ReturnType<typeof open>>();
  const finder = createLanes({
    most: 1,
    async next() {
      for (const group of await groups.list(runtime.now())) {
        if (signal.aborted) break;
        const lanes = opened.get(group) ?? open(group, { [groups.name]: group });
        opened.set(group, lanes);
        lanes.wake();
      }
      return 'nothing';
    },
    onFault: (fault) => logger.error({ err: fault }, groups.faultText),
    running,
  });
  return {
    ...finder,
    async stop() {
      await Promise.all([finder, ...opened.values()].map((lanes) => lanes.stop()));
    },
  };
}

/** One look: claims, and does what it got. */
function createLook<Item, Failure>(
  runtime: WorkerParts['runtime'],
  { claim, run, backoff, keyOf, counted }: Work<Item, Failure>,
  signal: AbortSignal,
) {
  const ending: Ending = { signal, stopped: once(signal, 'abort').then(() => null) };
  const busy = new Set<number>();
  let claiming: Promise<unknown> = Promise.resolve();
  const claimNow = (group: string) => claim({ now: runtime.now(), group, busy: [...busy] });

  /** With keys, one claims at a time: no two are under way to one key. */
  function claimInTurn(group: string): Promise<Item | null> {
    if (!keyOf) return claimNow(group);
    const claimed = claiming.then(async () => {
      const item = signal.aborted ? null : await claimNow(group);
      if (item !== null) busy.add(keyOf(item));
      return item;
    });
    claiming = claimed.catch(() => undefined);
    return claimed;
  }

  async function carryOut(item: Item): Promise<void> {
    const outcome = await run(item, ending);
    if (!outcome || !backoff) return;
    const now = runtime.now();
    const waitMs = backoff.waitMs(item, outcome.failed, now);
    await backoff.postpone(item, outcome.failed, { now, dueAt: waitMs === null ? null : new Date(now + waitMs) });
  }

  return async (turn: { group: string; claimed: () => void; onFault: (fault: unknown) => void }): Promise<Found> => {
    const item = await claimInTurn(turn.group);
    if (item === null) return 'nothing';
    turn.claimed();
    try {
      await carryOut(item);
    } catch (fault) {
      if (!keyOf) throw fault;
      turn.onFault(fault);
    } finally {
      if (keyOf) busy.delete(keyOf(item));
    }
    return counted?.isRetry(item) ? 'again' : 'new';
  };
}

/** A wait that is twice as long each time, `longestMs` at most. `attempts`: the one that failed included. */
export function doubling({ firstMs, longestMs }: { firstMs: number; longestMs: number }) {
  return (attempts: number): number => Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}
