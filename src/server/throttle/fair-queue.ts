import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createTurns } from './turns.ts';

/**
 * Runs work of many owners: a limited number at a time, the rest round-robin by owner, so that nobody waits behind
 * everything that one owner has requested.
 */
export interface FairQueue<Key> {
  /**
   * Runs the work at its turn. Problem: TOO_MANY_REQUESTS if no more of this owner may wait. Rejects if the work does.
   */
  run: <Value>(key: Key, work: () => Promise<Value>) => Promise<Result<{ value: Value }>>;
}

export interface FairQueueOptions {
  /** The most that runs at a time, in total and of one owner. */
  mostAtOnce?: number;
  mostAtOnceOfOne?: number;
  /**
   * The most that waits, in total and of one owner. If the queue is full, an owner with few items takes the last slot
   * of the owner with most.
   */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

/** The queue is short, so there will be room again after this. */
const retryAfterSeconds = 1;

/** Called once: with true at its turn, with false if its slot was given to another owner. */
type Waiting = (isTurn: boolean) => void;

export function createFairQueue<Key>(options: FairQueueOptions): FairQueue<Key> {
  const { mostAtOnce = Infinity, mostAtOnceOfOne = Infinity, mostWaiting, mostWaitingOfOne } = options;
  const running = new Map<Key, number>();
  /** Items whose owner may run something now, and items that wait until another of their owner ends. */
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

  /** Resolves to true when the work's turn comes, by then counted as running; to false if it gets no slot. */
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
