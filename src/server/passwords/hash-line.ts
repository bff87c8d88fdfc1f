import { refuse } from '../../lib/contract/problem.ts';
import { networksOf } from '../throttle/client-address.ts';
import { createTurns } from '../throttle/turns.ts';

/** Whose password is hashed. */
export interface HashPlace {
  /** By an open session, or by a device that the account knows. */
  isKnown: boolean;
  /** Who shares its turns: a stranger's network, or a customer's account. */
  sharer: string;
  /** How many hashes of a customer may wait; undefined if another limit already keeps them few. */
  most?: number;
}

/** For a stranger, who is identified by an address. */
export const placeOfStranger = (address: string): HashPlace => ({
  isKnown: false,
  sharer: networksOf(address).network,
});

/** For a customer whom the server already knows. */
export const placeOfCustomer = (account: number | string): HashPlace => ({ isKnown: true, sharer: String(account) });

/** The same for a log-in: right ones do not count towards a limit, so they alone could fill the queue. */
export const placeOfKnownDevice = (email: string): HashPlace => ({ ...placeOfCustomer(email), most: 20 });

export interface HashLine {
  /**
   * Runs the work at its turn. Rejects with a fault for which `isLineFull` is true if there is no slot for a stranger,
   * or no further one for a customer.
   */
  run: <Value>(place: HashPlace, work: () => Promise<Value>) => Promise<Value>;
}

/** A full queue is worked off in less time. */
const retryAfterSeconds = 2;

class LineFull extends Error {
  override readonly name = 'LineFull';
}

export const isLineFull = (fault: unknown): boolean => fault instanceof LineFull;

export const refuseForLine = () => refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });

interface Turn {
  take: () => void;
  refuse: (fault: Error) => void;
}

/**
 * The queue for hashes. The thread pool has four threads; two are left for files, compression and DNS, however many
 * people log in at once. Known customers go before strangers, except at every fifth turn, and each always has slots of
 * their own. A network or an account shares its turns. The number of waiting strangers is limited: if a network with
 * fewer in the queue adds one, the last of the network with most is refused.
 */
export function createHashLine({ mostAtOnce = 2, mostStrangers = 50, knownInTurn = 4 } = {}): HashLine {
  const known = createTurns<string, Turn>();
  const strangers = createTurns<string, Turn>();
  let underWay = 0;
  let knownInRow = 0;

  function next(): Turn | undefined {
    const isTurnOfKnown = strangers.size === 0 || knownInRow < knownInTurn;
    const ofKnown = isTurnOfKnown ? known.shift() : undefined;
    knownInRow = ofKnown ? knownInRow + 1 : 0;
    return ofKnown ?? strangers.shift();
  }

  function wait({ isKnown, sharer, most = Infinity }: HashPlace): Promise<void> {
    if (isKnown && known.sizeOf(sharer) >= most) return Promise.reject(new LineFull());
    if (!isKnown && strangers.size >= mostStrangers) {
      const sentAway = strangers.dropFor(sharer);
      if (!sentAway) return Promise.reject(new LineFull());
      sentAway.refuse(new LineFull());
    }
    return new Promise((take, refuseTurn) => (isKnown ? known : strangers).push(sharer, { take, refuse: refuseTurn }));
  }

  return {
    async run(place, work) {
      if (underWay < mostAtOnce) underWay += 1;
      else await wait(place);
      try {
        return await work();
      } finally {
        const turn = next();
        if (turn) turn.take();
        else underWay -= 1;
      }
    },
  };
}
