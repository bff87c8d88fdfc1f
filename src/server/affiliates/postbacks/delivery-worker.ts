import type { Logger } from 'pino';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import type { Worker } from '../../work/worker.ts';
import { createWorker } from '../../work/worker.ts';
import type { ClaimedDelivery } from './deliveries-rows.ts';
import { claimDelivery, finishDelivery, holdBackDeliveries, releaseDelivery } from './deliveries-rows.ts';
import type { DeliveryAnswer, PostDelivery } from './post-delivery.ts';
import { signDelivery } from './post-delivery.ts';

export interface DeliveryWorkerParts {
  database: Queries;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  post: PostDelivery;
  openSecret: (affiliateId: number, sealed: Buffer) => Buffer;
}

/** Its stop breaks off what is under way: that is sent again after the next start. */
export type DeliveryWorker = Worker;

/** Longer than a try takes: whose process ended meanwhile, is sent again after it. */
const leaseMs = 60_000;
/** Servers that are told at a time; one that does not answer takes one of them. */
const lanes = 8;

/**
 * Sends deliveries to affiliates' servers, one at a time to each: no caller waits, and none is lost with the process.
 */
export function createDeliveryWorker(parts: DeliveryWorkerParts): DeliveryWorker {
  return createWorker<Claim, DeliveryAnswer>(parts, {
    async claim({ now, busy }) {
      const until = new Date(now + leaseMs);
      const delivery = await claimDelivery(parts.database, { now: new Date(now), until, busy });
      return delivery ? { delivery, until } : null;
    },
    run: (claim, { signal }) => deliver(parts, claim, signal),
    backoff: {
      waitMs: ({ delivery: { tries, url, createdAt } }, _, now) =>
        url === null ? null : decideDelivery({ tries, ageMs: now - createdAt.getTime() }),
      postpone: (claim, answer, when) => postpone(parts, claim, { answer, ...when }),
    },
    keyOf: ({ delivery }) => delivery.affiliateId,
    lanes,
    lookEveryMs: 5_000,
    faultText: 'postbacks could not be read or written',
  });
}

interface Claim {
  delivery: ClaimedDelivery;
  until: Date;
}

const factsOf = ({ id, affiliateId, tries }: ClaimedDelivery, answer: DeliveryAnswer) => ({
  ...{ postback: id, affiliate: affiliateId, tries },
  ...answer,
});

async function deliver(parts: DeliveryWorkerParts, { delivery, until }: Claim, stop: AbortSignal) {
  const { database, runtime, logger } = parts;
  const { id } = delivery;
  const answer = await tryOnce(parts, delivery, stop);
  const at = new Date(runtime.now());
  if (stop.aborted && answer.status === null) {
    await releaseDelivery(database, { id, until, dueAt: at });
    return null;
  }
  if (answer.fault !== null) return { failed: answer };
  await finishDelivery(database, { id, until, dueAt: null, ...answer, at });
  logger.info(factsOf(delivery, answer), 'a postback was delivered');
  return null;
}

async function postpone(
  { database, logger }: DeliveryWorkerParts,
  { delivery, until }: Claim,
  { answer, now, dueAt }: { answer: DeliveryAnswer; now: number; dueAt: Date | null },
): Promise<void> {
  const { id, affiliateId } = delivery;
  await finishDelivery(database, { id, until, dueAt, ...answer, at: new Date(now) });
  const facts = factsOf(delivery, answer);
  if (dueAt) logger.warn({ ...facts, dueAt }, 'a postback was not taken; it is tried again');
  else logger.warn(facts, 'a postback is given up');
  // A server that answers costs no time.
  if (answer.status === null && dueAt)
    await holdBackDeliveries(database, { affiliateId, until: new Date(now + holdBackMs) });
}

async function tryOnce(
  { runtime, post, openSecret }: DeliveryWorkerParts,
  { id, affiliateId, body, url, secret }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  if (url === null) return { status: null, fault: 'address' };
  const key = openedSecret(() => openSecret(affiliateId, secret));
  if (!key) return { status: null, fault: 'secret' };
  return post({ url, headers: signDelivery(key, { id, at: runtime.now(), body }), body, signal });
}

/**
 * Null where the master key is another than the one that sealed it: until the affiliate asks for a new one, nothing can
 * be signed.
 */
function openedSecret(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** What is known of a delivery when a try has failed. */
export interface FailedDelivery {
  /** The one that failed included. */
  tries: number;
  /** Since it was written. */
  ageMs: number;
}

const secondMs = 1_000;
const firstWaitMs = 30 * secondMs;
const longestWaitMs = 3_600 * secondMs;

/** After this nobody tries any more. */
export const tryWithinMs = 3 * 86_400 * secondMs;

/** So often one is tried that is older: it was asked for anew. */
export const fewestTries = 3;

/** What else waits for the same server waits for so long. */
const holdBackMs = firstWaitMs;

/** How long to wait until the next try, each time twice as long, an hour at most; null: it is given up. */
export function decideDelivery({ tries, ageMs }: FailedDelivery): number | null {
  if (ageMs >= tryWithinMs && tries >= fewestTries) return null;
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
}
