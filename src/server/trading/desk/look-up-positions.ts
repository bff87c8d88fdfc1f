import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import { createTurns } from '../../throttle/turns.ts';
import { findPositions } from './desk-rows.ts';

/**
 * Answers what is said about positions that nobody watches, without a place in the desk's queue. Problems:
 * POSITION_NOT_FOUND (also for a foreign one), POSITION_CLOSED, TOO_MANY_REQUESTS. Where it is open after all, the desk
 * decides.
 */
export type LookUpPosition = (accountId: number, id: string) => Promise<Result>;

interface Waiting {
  accountId: number;
  id: string;
  resolve: (result: Result) => void;
  reject: (fault: unknown) => void;
}

const mostAtOnce = 64;
const mostOfAccount = 8;
/** Beyond that, whoever asks is no person. */
const mostWaitingOfAccount = 500;

/** While more wait, so many times as long as the last read took is left to those who trade. */
const restFactor = 4;

/** One read at a time, in turn by account: made-up ids cost those who trade next to nothing. */
export function createLookUp(database: Queries): LookUpPosition {
  const waiting = createTurns<number, Waiting>();
  let isReading = false;

  async function answer(asked: readonly Waiting[]): Promise<void> {
    try {
      const found = new Map((await findPositions(database, asked)).map((row) => [row.id, row]));
      for (const { accountId, id, resolve } of asked) {
        const row = found.get(id.toLowerCase());
        if (row?.accountId !== accountId) resolve(refuse('POSITION_NOT_FOUND'));
        else resolve(row.isOpen ? { ok: true } : refuse('POSITION_CLOSED'));
      }
    } catch (fault) {
      for (const { reject } of asked) reject(fault);
    }
  }

  async function readAll(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const startedAt = performance.now();
      await answer(waiting.take(mostAtOnce, mostOfAccount));
      if (waiting.size > 0) await pause(restFactor * (performance.now() - startedAt));
    }
    isReading = false;
  }

  return (accountId, id) => {
    if (waiting.sizeOf(accountId) >= mostWaitingOfAccount) return Promise.resolve(refuse('TOO_MANY_REQUESTS'));
    return new Promise((resolve, reject) => {
      waiting.push(accountId, { accountId, id, resolve, reject });
      if (!isReading) void readAll();
    });
  };
}
