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

/** Its `stop` aborts deliveries in progress; they are sent again after the next start. */
export type DeliveryWorker = Worker;

/** Longer than an attempt takes. If the process dies meanwhile, the delivery is sent again after this. */
const leaseMs = 60_000;
/** How many servers are contacted at a time; one that does not answer occupies one lane. */
const lanes = 8;

/**
 * Sends deliveries to affiliates' servers, one at a time to each. No caller waits for them, and none is lost with the
 * process.
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
    pollEveryMs: 5_000,
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
  if (dueAt) logger.warn({ ...facts, dueAt }, 'a postback was not delivered; it will be retried');
  else logger.warn(facts, 'a postback was given up');
  // A server that answers does not block a lane for long, so its other deliveries go on.
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
 * Null if it was sealed with another master key: then nothing can be signed until the affiliate asks for a new secret.
 */
function openedSecret(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** A delivery after a failed attempt. */
export interface FailedDelivery {
  /** Including the one that failed. */
  tries: number;
  /** Time since the delivery was stored. */
  ageMs: number;
}

const secondMs = 1_000;
const firstWaitMs = 30 * secondMs;
const longestWaitMs = 3_600 * secondMs;

/** A delivery older than this is given up. */
export const tryWithinMs = 3 * 86_400 * secondMs;

/** An older delivery that was renewed still gets this many attempts. */
export const fewestTries = 3;

/** How long the other deliveries are postponed if a server does not answer. */
const holdBackMs = firstWaitMs;

/** The wait before the next attempt: doubles each time, up to an hour; null: give up. */
export function decideDelivery({ tries, ageMs }: FailedDelivery): number | null {
  if (ageMs >= tryWithinMs && tries >= fewestTries) return null;
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
}
