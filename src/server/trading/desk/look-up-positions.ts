import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import { createTurns } from '../../throttle/turns.ts';
import { findPositions } from './desk-rows.ts';

/**
 * Answers requests about positions that are not watched, so they take no slot in the desk's queue. Problems:
 * POSITION_NOT_FOUND (also for another customer's position), POSITION_CLOSED, TOO_MANY_REQUESTS. Returns ok if the
 * position is open after all; the desk then has to decide.
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
/** The most lookups of an account that may wait. No person sends as many. */
const mostWaitingOfAccount = 500;

/**
 * Before the next of several waiting lookups, the database is left to trading for this many times as long as the last
 * lookup took.
 */
const restFactor = 4;

/**
 * Runs one lookup of up to 64 positions at a time, round-robin by account, so requests with made-up ids hardly slow
 * down trading.
 */
export function createLookUp(database: Queries): LookUpPosition {
  const waiting = createTurns<number, Waiting>();
  let isReading = false;

  async function answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const found = new Map((await findPositions(database, batch)).map((row) => [row.id, row]));
      for (const { accountId, id, resolve } of batch) {
        const row = found.get(id.toLowerCase());
        if (row?.accountId !== accountId) resolve(refuse('POSITION_NOT_FOUND'));
        else resolve(row.isOpen ? { ok: true } : refuse('POSITION_CLOSED'));
      }
    } catch (fault) {
      for (const { reject } of batch) reject(fault);
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
