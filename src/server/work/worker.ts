import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';
import type { Runtime } from '../runtime.ts';
import type { Found } from './lanes.ts';
import { createLanes } from './lanes.ts';

/** Tells work that the worker is stopping. */
export interface Ending {
  signal: AbortSignal;
  /** Resolves when the signal is aborted. */
  stopped: Promise<null>;
}

export interface Turn {
  now: number;
  /** The group to claim from; empty if the work has no groups. */
  group: string;
  /** The keys of the items in progress; empty if the work has no `keyOf`. */
  busy: readonly number[];
}

/** How a failed item is retried. */
export interface Backoff<Item, Failure> {
  /** How long to wait before the next attempt; null to give the item up. */
  waitMs: (item: Item, failure: Failure, now: number) => number | null;
  /** Stores when the next attempt is due; `dueAt` is null if the item is given up. */
  postpone: (item: Item, failure: Failure, when: { now: number; dueAt: Date | null }) => Promise<void>;
}

export interface Work<Item, Failure = never> {
  /** Claims the item that has been due longest, so nobody else can claim it; null if nothing is due. */
  claim: (turn: Turn) => Promise<Item | null>;
  /**
   * Processes the item. Returns `failed` if the item failed and may be retried. If it throws, the fault is only logged;
   * the item is claimed again once its claim expires.
   */
  run: (item: Item, ending: Ending) => Promise<{ failed: Failure } | null>;
  backoff?: Backoff<Item, Failure>;
  /** The most items in progress at once; if there are groups, in each group. */
  lanes: number;
  pollEveryMs: number;
  /** The log message if `claim`, `run` or `postpone` throws. */
  faultText: string;
  /**
   * If set, items with the same key are processed one at a time, and a lane goes on with the next item after a fault.
   */
  keyOf?: (item: Item) => number;
  /** Groups that have their own lanes; `list` returns them at each poll. `name` is the log field for the group. */
  groups?: { name: string; list: (now: number) => Promise<string[]>; faultText: string };
  /** Sets `isCounted` of `createLanes`, for a claim that does all the work in its own database transaction. */
  counted?: { isRetry: (item: Item) => boolean };
  /** If true, the first poll comes after `pollEveryMs`, not at the start. */
  startsLater?: boolean;
}

export interface WorkerParts {
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface Worker {
  start: () => void;
  /** Call it after committing work that should be done at once. */
  wake: () => void;
  /** Processes all due items; resolves when no item is in progress. */
  work: () => Promise<void>;
  /** Stops claiming, aborts the signal of the items in progress, and resolves when they have ended. */
  stop: () => Promise<void>;
}

/** Processes a queue in the database: no caller waits for the work, and no work is lost if the process dies. */
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

/** Returns the function for one poll, which claims an item and processes it. */
function createPoll<Item, Failure>(
  runtime: WorkerParts['runtime'],
  { claim, run, backoff, keyOf, counted }: Work<Item, Failure>,
  signal: AbortSignal,
) {
  const ending: Ending = { signal, stopped: once(signal, 'abort').then(() => null) };
  const busy = new Set<number>();
  let claiming: Promise<unknown> = Promise.resolve();
  const claimNow = (group: string) => claim({ now: runtime.now(), group, busy: [...busy] });

  /** If there are keys, runs claims one at a time, so two items with the same key are never in progress together. */
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

/**
 * Returns a wait that doubles with each attempt, up to `longestMs`. `attempts` includes the attempt that just failed.
 */
export function doubling({ firstMs, longestMs }: { firstMs: number; longestMs: number }) {
  return (attempts: number): number => Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}
