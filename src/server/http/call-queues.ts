import type { Server } from 'node:http';
import type { FairQueue } from '../throttle/fair-queue.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';

/**
 * Limits for each caller, so that the calls of one cannot occupy every connection to the database while others wait.
 */
export interface CallQueues {
  /** For looking up sessions, by access token. */
  lookUps: FairQueue<string>;
  /** For the work of calls, by customer or affiliate. */
  work: FairQueue<string>;
  /** The same for calls that wait for a payment provider: a slow one must not block the other calls of its customer. */
  providers: FairQueue<string>;
}

/** A page makes half a dozen calls when it opens; calls that change one account wait for each other anyway. */
const limits = { mostAtOnceOfOne: 3, mostWaitingOfOne: 256, mostWaiting: 4_096 };
/** Less than the number of connections to the database: each such call needs one for an instant. */
const providerLimits = { ...limits, mostAtOnceOfOne: 8 };

const ofServers = new WeakMap<Server, CallQueues>();

/** Shared by all calls of a server. */
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
