import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Runtime } from '../runtime.ts';
import { createLimiter } from '../throttle/limiter.ts';
import { uploadLimits } from '../throttle/limits.ts';
import type { Allowance } from '../throttle/rate-counter.ts';

/** Room for one upload. */
export interface UploadPlace {
  /** Aborted when another upload takes the room, because this one came in too slowly. */
  lost: AbortSignal;
  /** The body is there: nobody takes the room any more. */
  keep: () => void;
  /** Gives the room back. Safe to repeat. */
  leave: () => void;
  /**
   * Takes the upload out of the count of the hour, if that hour still lasts: it failed by no fault of its sender. Who
   * came in too slowly and lost the room is not meant: some accounts that did so on purpose would take up all room for
   * ever.
   */
  forgive: () => Promise<void>;
}

export interface UploadLimiter {
  /**
   * Counts an upload of an account before a byte of it is read, and keeps room for it until it leaves. Where there is
   * no room left, the one whose body has been coming in for longest gives its own. Problem: TOO_MANY_REQUESTS.
   */
  enter: (accountId: number) => Promise<Result<{ place: UploadPlace }>>;
}

/** Each holds some megabytes until it is stored. */
export const mostAtOnce = 32;
const mostOfAccount = 2;
const retryAfterSeconds = 5;
/** So long a body may come in as slowly as it likes, whoever waits. */
export const patienceMs = 10_000;

interface Held {
  accountId: number;
  since: number;
  controller: AbortController;
}

/**
 * Limits what one account uploads, and what the server holds in memory of all uploads. Counts in Redis where there is
 * one.
 */
export function createUploadLimiter(
  redis: Redis | null,
  { now }: Pick<Runtime, 'now'>,
  allowance: Allowance = uploadLimits.counters.upload,
): UploadLimiter {
  const limiter = createLimiter(redis, uploadLimits, { upload: allowance });
  /** All that there is room for, and in their order those whose body is still coming in. */
  const held = new Set<Held>();
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
      const taken = await limiter.take('upload', accountId);
      if (!taken.ok) {
        leave(one);
        return taken;
      }
      const place: UploadPlace = {
        lost: one.controller.signal,
        keep: () => void incoming.delete(one),
        leave: () => leave(one),
        forgive: () => limiter.giveBack('upload', accountId),
      };
      return { ok: true, place };
    },
  };
}
