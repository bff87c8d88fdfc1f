import { refuse } from '../../lib/contract/problem.ts';
import { networksOf } from '../throttle/client-address.ts';
import { createTurns } from '../throttle/turns.ts';

/** Whose password is hashed. */
export interface HashSlot {
  /** By an open session, or by a device that the account knows. */
  isKnown: boolean;
  /** Who shares its turns: a stranger's network, or a customer's account. */
  sharer: string;
  /** How many hashes of a customer may wait; undefined if another limit already keeps them few. */
  most?: number;
}

/** For a stranger, who is identified by an address. */
export const slotOfStranger = (address: string): HashSlot => ({
  isKnown: false,
  sharer: networksOf(address).network,
});

/** For a customer whom the server already knows. */
export const slotOfCustomer = (account: number | string): HashSlot => ({ isKnown: true, sharer: String(account) });

/** The same for a log-in: right ones do not count towards a limit, so they alone could fill the queue. */
export const slotOfKnownDevice = (email: string): HashSlot => ({ ...slotOfCustomer(email), most: 20 });

export interface HashQueue {
  /**
   * Runs the work at its turn. Rejects with a fault for which `isQueueFull` is true if there is no slot for a stranger,
   * or no further one for a customer.
   */
  run: <Value>(slot: HashSlot, work: () => Promise<Value>) => Promise<Value>;
}

/** A full queue is worked off in less time. */
const retryAfterSeconds = 2;

class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export const isQueueFull = (fault: unknown): boolean => fault instanceof QueueFull;

export const refuseForQueue = () => refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });

interface Turn {
  start: () => void;
  refuse: (fault: Error) => void;
}

/**
 * The queue for hashes. The thread pool has four threads; two are left for files, compression and DNS, however many
 * people log in at once. Known customers go before strangers, except at every fifth turn, and each always has slots of
 * their own. A network or an account shares its turns. The number of waiting strangers is limited: if a network with
 * fewer in the queue adds one, the last of the network with most is refused.
 */
export function createHashQueue({ mostAtOnce = 2, mostStrangers = 50, knownInTurn = 4 } = {}): HashQueue {
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

  function wait({ isKnown, sharer, most = Infinity }: HashSlot): Promise<void> {
    if (isKnown && known.sizeOf(sharer) >= most) return Promise.reject(new QueueFull());
    if (!isKnown && strangers.size >= mostStrangers) {
      const sentAway = strangers.dropFor(sharer);
      if (!sentAway) return Promise.reject(new QueueFull());
      sentAway.refuse(new QueueFull());
    }
    return new Promise((start, refuseTurn) =>
      (isKnown ? known : strangers).push(sharer, { start, refuse: refuseTurn }),
    );
  }

  return {
    async run(slot, work) {
      if (underWay < mostAtOnce) underWay += 1;
      else await wait(slot);
      try {
        return await work();
      } finally {
        const turn = next();
        if (turn) turn.start();
        else underWay -= 1;
      }
    },
  };
}
