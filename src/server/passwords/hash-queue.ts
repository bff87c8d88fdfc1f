import { refuse } from '../../lib/contract/problem.ts';
import { networksOf } from '../throttle/client-address.ts';
import { createTurns } from '../throttle/turns.ts';

/** Whose password is hashed, which decides its position in the queue. */
export interface HashSlot {
  /** Whether the customer is known, by an open session or by a device of the account. */
  isKnown: boolean;
  /** The key by which hashes share turns: a stranger's network, or a customer's account. */
  sharer: string;
  /** How many hashes of a customer may wait; undefined if another limit already keeps them few. */
  most?: number;
}

/** The slot of a stranger, whose network is known by the address. */
export const strangerSlot = (address: string): HashSlot => ({
  isKnown: false,
  sharer: networksOf(address).network,
});

/** The slot of a customer whom the server already knows. */
export const customerSlot = (account: number | string): HashSlot => ({ isKnown: true, sharer: String(account) });

/**
 * The slot for a log-in from a known device. Correct passwords do not count towards any limit, so without `most` one
 * account could fill the queue.
 */
export const slotOfKnownDevice = (email: string): HashSlot => ({ ...customerSlot(email), most: 20 });

export interface HashQueue {
  /**
   * Runs the work at its turn. Rejects with a fault for which `isQueueFull` is true if there is no slot for a stranger,
   * or no further one for a customer.
   */
  run: <Value>(slot: HashSlot, work: () => Promise<Value>) => Promise<Value>;
}

/** A full queue empties in less time than this. */
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
 * people log in at once. Known customers go before strangers, except at every fifth turn, and neither group uses up the
 * slots of the other. The hashes of a network or an account share its turns. The number of waiting strangers is
 * limited. Beyond it, a hash from a network with fewer in the queue displaces the last one of the network with most.
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
      const displaced = strangers.dropFor(sharer);
      if (!displaced) return Promise.reject(new QueueFull());
      displaced.refuse(new QueueFull());
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
