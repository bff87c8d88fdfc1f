import type { Server } from 'node:http';
import type { FairQueue } from '../throttle/fair-queue.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';

/** The places of callers: the calls of one must not hold every connection to the database while others wait. */
export interface CallPlaces {
  /** For whom a session is looked up, by its access token. */
  lookUps: FairQueue<string>;
  /** For what a call does, by its customer or affiliate. */
  work: FairQueue<string>;
  /** The same for calls that wait for a payment provider: a slow one must not block all else of its customer. */
  providers: FairQueue<string>;
}

/** A page asks for half a dozen things when it opens; calls that change one account wait for each other anyway. */
const places = { mostAtOnceOfOne: 3, mostWaitingOfOne: 256, mostWaiting: 4_096 };
/** Fewer than there are connections to the database: each of them needs one for an instant. */
const providerPlaces = { ...places, mostAtOnceOfOne: 8 };

const ofServers = new WeakMap<Server, CallPlaces>();

/** The same for all calls of a server. */
export function callPlacesOf(server: Server): CallPlaces {
  let found = ofServers.get(server);
  if (!found) {
    found = {
      lookUps: createFairQueue(places),
      work: createFairQueue(places),
      providers: createFairQueue(providerPlaces),
    };
    ofServers.set(server, found);
  }
  return found;
}
