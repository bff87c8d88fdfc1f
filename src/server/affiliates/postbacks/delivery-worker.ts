import type { Logger } from 'pino';
import type { Queries } from '../../db/database.ts';
import type { Schedule } from '../../market/schedule.ts';
import type { Runtime } from '../../runtime.ts';
import { decideDelivery, holdBackMs } from '../rules/decide-delivery.ts';
import type { ClaimedDelivery } from './deliveries-rows.ts';
import { claimDelivery, finishDelivery, holdBackDeliveries, releaseDelivery } from './deliveries-rows.ts';
import type { DeliveryAnswer, PostDelivery } from './post-delivery.ts';
import { signDelivery } from './sign-delivery.ts';

export interface DeliveryWorkerParts {
  database: Queries;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  post: PostDelivery;
  openSecret: (affiliateId: number, sealed: Buffer) => Buffer;
}

export interface DeliveryWorker {
  start: () => void;
  /** After the commit of what is to be sent at once. */
  wake: () => void;
  /** Sends what is due; resolves when nothing is. */
  work: () => Promise<void>;
  /** Breaks off what is under way: it is sent again after the next start. */
  stop: () => Promise<void>;
}

const lookEveryMs = 5_000;
/** Longer than a try takes: whose process ended meanwhile, is sent again after it. */
const leaseMs = 60_000;
/** Servers that are told at a time; one that does not answer takes one of them. */
const lanes = 8;

/** Sends deliveries to affiliates' servers, one at a time to each: nobody waits for them, and none is lost with the process. */
export function createDeliveryWorker(parts: DeliveryWorkerParts): DeliveryWorker {
  const { logger, schedule } = parts;
  const stopping = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  let claiming = Promise.resolve();
  let halt: (() => void) | undefined;
  const report = (fault: unknown) => logger.error({ err: fault }, 'postbacks could not be read or written');

  async function fill(): Promise<void> {
    while (!stopping.signal.aborted && underWay.size < lanes) {
      const claim = await claimNext(parts, [...underWay.keys()]);
      if (!claim) return;
      const { affiliateId } = claim.delivery;
      const sent = deliver(parts, claim, stopping.signal)
        .catch(report)
        .finally(() => {
          underWay.delete(affiliateId);
          look();
        });
      underWay.set(affiliateId, sent);
    }
  }

  /** One claims at a time: no two are under way to one affiliate. */
  function look(): void {
    claiming = claiming.then(fill).catch(report);
  }

  return {
    wake: look,
    async work() {
      look();
      await claiming;
      while (underWay.size > 0) {
        await Promise.race(underWay.values());
        await claiming;
      }
    },
    start() {
      halt = schedule(look, lookEveryMs);
      look();
    },
    async stop() {
      stopping.abort();
      halt?.();
      await claiming;
      await Promise.all(underWay.values());
    },
  };
}

interface Claim {
  delivery: ClaimedDelivery;
  until: Date;
}

async function claimNext(
  { database, runtime }: DeliveryWorkerParts,
  busy: readonly number[],
): Promise<Claim | undefined> {
  const now = runtime.now();
  const until = new Date(now + leaseMs);
  const delivery = await claimDelivery(database, { now: new Date(now), until, busy });
  return delivery && { delivery, until };
}

async function deliver(parts: DeliveryWorkerParts, { delivery, until }: Claim, stop: AbortSignal): Promise<void> {
  const { database, runtime, logger } = parts;
  const { id, affiliateId, tries } = delivery;
  const answer = await tryOnce(parts, delivery, stop);
  const now = runtime.now();
  if (stop.aborted && answer.status === null) {
    return releaseDelivery(database, { id, until, dueAt: new Date(now) });
  }
  const ageMs = now - delivery.createdAt.getTime();
  const waitMs = answer.fault === null || delivery.url === null ? null : decideDelivery({ tries, ageMs });
  const dueAt = waitMs === null ? null : new Date(now + waitMs);
  await finishDelivery(database, { id, until, dueAt, ...answer, at: new Date(now) });
  const facts = { postback: id, affiliate: affiliateId, tries, ...answer };
  if (answer.fault === null) logger.info(facts, 'a postback was delivered');
  else if (dueAt) logger.warn({ ...facts, dueAt }, 'a postback was not taken; it is tried again');
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

/** Null where the master key is another than the one that sealed it: until the affiliate asks for a new one, nothing can be signed. */
function openedSecret(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}
