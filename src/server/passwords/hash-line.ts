import { refuse } from '../../lib/contract/problem.ts';
import { networksOf } from '../throttle/client-address.ts';
import { createTurns } from '../throttle/turns.ts';

/** Whose password it is that is hashed. */
export interface HashPlace {
  /** By an open session, or by a device that the account knows. */
  isKnown: boolean;
  /** Who shares their turns: of a stranger the network, of a customer the account. */
  sharer: string;
  /** How many of a customer may wait; without it all, where they are few by another limit. */
  most?: number;
}

/** Where a stranger stands, who comes from an address. */
export const placeOfStranger = (address: string): HashPlace => ({
  isKnown: false,
  sharer: networksOf(address).network,
});

/** Where a customer stands whom the server knows already. */
export const placeOfCustomer = (account: number | string): HashPlace => ({ isKnown: true, sharer: String(account) });

/** The same for a log-in: right ones are forgiven, so that their number alone would let the line grow. */
export const placeOfKnownDevice = (email: string): HashPlace => ({ ...placeOfCustomer(email), most: 20 });

export interface HashLine {
  /**
   * Runs the work at its turn. Rejects with a fault of which `isLineFull` is true where there is no place for a
   * stranger, or none more for a customer.
   */
  run: <Value>(place: HashPlace, work: () => Promise<Value>) => Promise<Value>;
}

/** A full line is worked off in less than that. */
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
 * The line before the hashes. The pool of threads has four: two are left to files, compression and names, however many
 * log in at once. Customers who are known go before strangers, but for every fifth turn, and always have a place, each
 * so many: nobody takes one of another's. Whoever shares a network or an account shares its turns, and of the strangers
 * so many wait at most: for one of a network that has fewer in the line the last of the one that has most is sent away.
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
