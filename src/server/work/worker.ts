import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';
import type { Runtime } from '../runtime.ts';
import type { Found } from './lanes.ts';
import { createLanes } from './lanes.ts';

/** How work learns that the worker stops. */
export interface Ending {
  signal: AbortSignal;
  /** Resolves when the signal is aborted. */
  stopped: Promise<null>;
}

export interface Turn {
  now: number;
  /** Which of `groups`; empty if there are none. */
  group: string;
  /** The keys of what is under way, if there is a `keyOf`. */
  busy: readonly number[];
}

/** How a failed item is retried. */
export interface Backoff<Item, Failure> {
  /** How long to wait; null: give it up. */
  waitMs: (item: Item, failure: Failure, now: number) => number | null;
  /** Stores the next attempt. `dueAt` is null if the item is given up. */
  postpone: (item: Item, failure: Failure, when: { now: number; dueAt: Date | null }) => Promise<void>;
}

export interface Work<Item, Failure = never> {
  /** Claims the item that has been due longest, so that nobody else has it; null if nothing is due. */
  claim: (turn: Turn) => Promise<Item | null>;
  /** Does the work. What it throws is a fault of the worker, not of the item: the claim expires by itself. */
  run: (item: Item, ending: Ending) => Promise<{ failed: Failure } | null>;
  backoff?: Backoff<Item, Failure>;
  /** The most items at once, for each group if there are groups. */
  lanes: number;
  pollEveryMs: number;
  /** The log's message for a fault. */
  faultText: string;
  /** Items with the same key are done one at a time. A fault of one does not end the lane: the next one follows. */
  keyOf?: (item: Item) => number;
  /** Groups with lanes of their own, listed at each poll. `name` is the field of the log that names the group. */
  groups?: { name: string; list: (now: number) => Promise<string[]>; faultText: string };
  /** See `isCounted` of `createLanes`: for a claim that does all the work in its own database transaction. */
  counted?: { isRetry: (item: Item) => boolean };
  /** The first poll comes after `pollEveryMs`, not at the start. */
  startsLater?: boolean;
}

export interface WorkerParts {
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface Worker {
  start: () => void;
  /** Call it after a commit that added work to be done at once. */
  wake: () => void;
  /** Does what is due; resolves when nothing is under way. */
  work: () => Promise<void>;
  /** Claims nothing more, aborts the signal of what is under way, and resolves when that has ended. */
  stop: () => Promise<void>;
}

/** Executes a queue of the database: no caller waits for it, and nothing is lost with the process. */
export function createWorker<Item, Failure = never>(parts: WorkerParts, work: Work<Item, Failure>): Worker {
  const stopping = new AbortController();
  const { sweep, wake, stop } = openLanes(parts, work, stopping.signal);
  let halt: (() => void) | undefined;
  return {
    wake,
    work: sweep,
    start() {
      halt = parts.schedule(() => void sweep(), work.pollEveryMs);
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
  const poll = createPoll(runtime, work, signal);
  const open = (group: string, facts: Record<string, string>) => {
    const onFault = (fault: unknown) => logger.error({ err: fault, ...facts }, work.faultText);
    const next = (claimed: () => void) => poll({ group, claimed, onFault });
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

/** One poll: claims an item and does it. */
function createPoll<Item, Failure>(
  runtime: WorkerParts['runtime'],
  { claim, run, backoff, keyOf, counted }: Work<Item, Failure>,
  signal: AbortSignal,
) {
  const ending: Ending = { signal, stopped: once(signal, 'abort').then(() => null) };
  const busy = new Set<number>();
  let claiming: Promise<unknown> = Promise.resolve();
  const claimNow = (group: string) => claim({ now: runtime.now(), group, busy: [...busy] });

  /** With keys, claims run one after the other, so that two items with the same key are never under way together. */
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

/** A wait that doubles each time, up to `longestMs`. `attempts` includes the one that failed. */
export function doubling({ firstMs, longestMs }: { firstMs: number; longestMs: number }) {
  return (attempts: number): number => Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}
