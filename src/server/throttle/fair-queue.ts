import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createTurns } from './turns.ts';

/**
 * Runs work of many owners: some at a time, the others in turn by owner, so that nobody waits behind all that one has
 * asked for.
 */
export interface FairQueue<Key> {
  /**
   * Runs the work at its turn. Problem: TOO_MANY_REQUESTS where no more of this owner may wait. Rejects when the work
   * does.
   */
  run: <Value>(key: Key, work: () => Promise<Value>) => Promise<Result<{ value: Value }>>;
}

export interface FairQueueOptions {
  /** What runs at a time, of all owners and of one. */
  mostAtOnce?: number;
  mostAtOnceOfOne?: number;
  /**
   * What waits, of all owners and of one. Where all places are taken, an owner that has few takes the last place of the
   * one that has most.
   */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

/** The queue is short: whoever is refused finds room again after this. */
const retryAfterSeconds = 1;

/** Called once: with true at its turn, with false when its place was given to another owner. */
type Waiting = (isTurn: boolean) => void;

export function createFairQueue<Key>(options: FairQueueOptions): FairQueue<Key> {
  const { mostAtOnce = Infinity, mostAtOnceOfOne = Infinity, mostWaiting, mostWaitingOfOne } = options;
  const running = new Map<Key, number>();
  /** Those whose owner may run something now, and those that wait for an end of their own. */
  const ready = createTurns<Key, Waiting>();
  const held = createTurns<Key, Waiting>();
  let runningInAll = 0;

  const runningOf = (key: Key) => running.get(key) ?? 0;

  function hasRoom(key: Key): boolean {
    if (ready.sizeOf(key) + held.sizeOf(key) >= mostWaitingOfOne) return false;
    if (ready.size + held.size < mostWaiting) return true;
    const sentAway = held.dropFor(key) ?? ready.dropFor(key);
    sentAway?.(false);
    return sentAway !== undefined;
  }

  function begin(key: Key): void {
    running.set(key, runningOf(key) + 1);
    runningInAll += 1;
  }

  function end(key: Key): void {
    const others = runningOf(key) - 1;
    if (others > 0) running.set(key, others);
    else running.delete(key);
    runningInAll -= 1;
    const next = held.shiftOf(key);
    if (next) ready.push(key, next);
    if (runningInAll < mostAtOnce) ready.shift()?.(true);
  }

  /** Resolves at the turn of it, which has begun then; to false where there is no place for it. */
  function mayBegin(key: Key): Promise<boolean> | boolean {
    const isHeld = runningOf(key) + ready.sizeOf(key) >= mostAtOnceOfOne;
    if (!isHeld && runningInAll < mostAtOnce) {
      begin(key);
      return true;
    }
    if (!hasRoom(key)) return false;
    return new Promise((resolve) => {
      (isHeld ? held : ready).push(key, (isTurn) => {
        if (isTurn) begin(key);
        resolve(isTurn);
      });
    });
  }

  return {
    async run(key, work) {
      const isTurn = mayBegin(key);
      // Work that need not wait begins at once.
      if (!(isTurn === true || (await isTurn))) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      try {
        return { ok: true, value: await work() };
      } finally {
        end(key);
      }
    },
  };
}
