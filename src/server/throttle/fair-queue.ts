import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createTurns } from './turns.ts';

/**
 * Runs work of many owners, a limited number of items at a time. Waiting items run round-robin by owner, so nobody
 * waits behind everything that one owner has requested.
 */
export interface FairQueue<Key> {
  /**
   * Runs the work at its turn. Problem: TOO_MANY_REQUESTS if the work may not wait, or loses its slot to another owner.
   * Rejects if the work rejects.
   */
  run: <Value>(key: Key, work: () => Promise<Value>) => Promise<Result<{ value: Value }>>;
}

export interface FairQueueOptions {
  /** The most items that run at a time, in total; `mostAtOnceOfOne` is the limit per owner. */
  mostAtOnce?: number;
  mostAtOnceOfOne?: number;
  /**
   * The most items that wait, in total; `mostWaitingOfOne` is the limit per owner. If the queue is full, an owner with
   * few items takes over the last slot of the owner with the most items.
   */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

/** The queue is short: a slot should be free after a second. */
const retryAfterSeconds = 1;

/** Called once: with true when its turn comes, or with false if its slot is given to another owner. */
type Waiting = (isTurn: boolean) => void;

export function createFairQueue<Key>(options: FairQueueOptions): FairQueue<Key> {
  const { mostAtOnce = Infinity, mostAtOnceOfOne = Infinity, mostWaiting, mostWaitingOfOne } = options;
  const running = new Map<Key, number>();
  /** Items that may start when a slot is free. */
  const ready = createTurns<Key, Waiting>();
  /** Items whose owner is at its own limit. */
  const held = createTurns<Key, Waiting>();
  let runningInAll = 0;

  const runningOf = (key: Key) => running.get(key) ?? 0;

  function hasRoom(key: Key): boolean {
    if (ready.sizeOf(key) + held.sizeOf(key) >= mostWaitingOfOne) return false;
    if (ready.size + held.size < mostWaiting) return true;
    const dropped = held.dropFor(key) ?? ready.dropFor(key);
    dropped?.(false);
    return dropped !== undefined;
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

  /** Resolves to true when it is the work's turn (already counted as running), to false if it gets no slot. */
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
      // Work that need not wait begins synchronously.
      if (!(isTurn === true || (await isTurn))) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      try {
        return { ok: true, value: await work() };
      } finally {
        end(key);
      }
    },
  };
}
