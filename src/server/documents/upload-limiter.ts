import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Runtime } from '../runtime.ts';
import { createLimiter } from '../throttle/limiter.ts';
import { uploadLimits } from '../throttle/limits.ts';
import type { Allowance } from '../throttle/rate-counter.ts';

/** A slot for one upload. */
export interface UploadSlot {
  /** Aborted when the slot goes to another upload because this one arrives too slowly. */
  lost: AbortSignal;
  /** Call this once the whole body has arrived. After that the slot cannot go to another upload. */
  keep: () => void;
  /** Frees the slot. Safe to repeat. */
  leave: () => void;
  /**
   * Removes the upload from the hourly count, unless that hour is over. Call this if the upload failed through no fault
   * of the customer, but not if it lost its slot by being slow: otherwise a few accounts could hold all slots forever.
   */
  forgive: () => Promise<void>;
}

export interface UploadLimiter {
  /**
   * Counts an upload of an account before a byte of it is read, and reserves a slot until `leave` is called. If no slot
   * is free, the upload whose body has been arriving for longest loses its slot, unless it began less than `patienceMs`
   * ago. Problem: TOO_MANY_REQUESTS.
   */
  enter: (accountId: number) => Promise<Result<{ slot: UploadSlot }>>;
}

/** The most uploads at a time: each holds some megabytes in memory until it is stored. */
export const mostAtOnce = 32;
const mostOfAccount = 2;
const retryAfterSeconds = 5;
/** For this long an upload keeps its slot, however slowly its body arrives and even if others wait. */
export const patienceMs = 10_000;

interface Held {
  accountId: number;
  since: number;
  controller: AbortController;
}

/** Limits the uploads of one account, and the memory that all uploads need. Counts in Redis if it is configured. */
export function createUploadLimiter(
  redis: Redis | null,
  { now }: Pick<Runtime, 'now'>,
  allowance: Allowance = uploadLimits.counters.upload,
): UploadLimiter {
  const limiter = createLimiter(redis, uploadLimits, { upload: allowance });
  /** All uploads with a slot. */
  const held = new Set<Held>();
  /** Uploads whose body is still arriving, the oldest first. */
  const incoming = new Set<Held>();

  const ofAccount = (accountId: number) => [...held].filter((one) => one.accountId === accountId).length;

  function leave(one: Held): void {
    held.delete(one);
    incoming.delete(one);
  }

  function makeRoom(): void {
    const [slowest] = incoming;
    if (held.size < mostAtOnce || !slowest || now() - slowest.since < patienceMs) return;
    leave(slowest);
    slowest.controller.abort();
  }

  return {
    async enter(accountId) {
      if (ofAccount(accountId) >= mostOfAccount) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      makeRoom();
      if (held.size >= mostAtOnce) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      const one = { accountId, since: now(), controller: new AbortController() };
      held.add(one);
      incoming.add(one);
      const consumed = await limiter.consume('upload', accountId);
      if (!consumed.ok) {
        leave(one);
        return consumed;
      }
      const slot: UploadSlot = {
        lost: one.controller.signal,
        keep: () => void incoming.delete(one),
        leave: () => leave(one),
        forgive: () => limiter.giveBack('upload', accountId),
      };
      return { ok: true, slot };
    },
  };
}
