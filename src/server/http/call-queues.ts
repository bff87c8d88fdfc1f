import type { Server } from 'node:http';
import type { FairQueue } from '../throttle/fair-queue.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';

/** Queues with limits for each caller, so that the calls of one caller cannot occupy every database connection. */
export interface CallQueues {
  /** For looking up sessions, by access token. */
  lookUps: FairQueue<string>;
  /** For the work of calls, by customer or affiliate. */
  work: FairQueue<string>;
  /**
   * For the work of calls that wait for a payment provider: a slow provider must not block the customer's other calls.
   */
  providers: FairQueue<string>;
}

/**
 * Three at a time are enough: a page makes half a dozen calls when it opens, and calls that change one account wait for
 * each other anyway.
 */
const limits = { mostAtOnceOfOne: 3, mostWaitingOfOne: 256, mostWaiting: 4_096 };
/** Eight at a time: fewer than the database connections, because each of these calls briefly needs one. */
const providerLimits = { ...limits, mostAtOnceOfOne: 8 };

const ofServers = new WeakMap<Server, CallQueues>();

/** The queues of a server, shared by all its calls. */
export function callQueuesOf(server: Server): CallQueues {
  let found = ofServers.get(server);
  if (!found) {
    found = {
      lookUps: createFairQueue(limits),
      work: createFairQueue(limits),
      providers: createFairQueue(providerLimits),
    };
    ofServers.set(server, found);
  }
  return found;
}
