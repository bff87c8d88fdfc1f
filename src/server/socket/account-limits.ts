import { createRateCounter, takeFrom } from '../throttle/rate-counter.ts';

/** What a customer does by a socket: acting changes something, looking does not. */
export type Activity = 'acts' | 'looks';

/**
 * Whose it is: acts count for the account over all of its sockets, looks for the socket, so that a page in a loop
 * blinds no other.
 */
interface Whose {
  accountId: number;
  socketId: string;
}

/** Limits what customers do by their sockets. */
export interface AccountLimits {
  /** Whether an emit would be refused anyway: then nothing of it has to be read. */
  isOver: (activity: Activity, whose: Whose) => boolean;
  /** Counts an emit that begins; false where it is one too many. */
  begin: (activity: Activity, whose: Whose) => Promise<boolean>;
  end: (activity: Activity, whose: Whose) => void;
  /** Counts a socket; false where the account has as many as it may have. */
  connect: (whose: Whose) => boolean;
  disconnect: (whose: Whose) => void;
}

/**
 * Five hundred open positions are closed at once by as many emits; a program that trades all day sends a hundred a
 * second.
 */
const allowances = { acts: { points: 1_000, duration: 10 }, looks: { points: 300, duration: 10 } };
/** An answer to a look can be a hundred kilobytes. */
const mostUnderWay = { acts: 500, looks: 16 };
/** Each page has one. */
const mostSockets = 20;

const keyOf = (activity: Activity, { accountId, socketId }: Whose) =>
  activity === 'acts' ? String(accountId) : socketId;

export function createAccountLimits({ now = () => performance.now() } = {}): AccountLimits {
  const counters = {
    acts: createRateCounter(null, 'acts', allowances.acts),
    looks: createRateCounter(null, 'looks', allowances.looks),
  };
  const underWay = { acts: createCounts<string>(), looks: createCounts<string>() };
  /** Until when those are refused who were told to come again: a flood of refusals costs no count each. */
  const refusedUntil = { acts: new Map<string, number>(), looks: new Map<string, number>() };
  const sockets = createCounts<number>();
  /** Nothing may be kept of a socket that went away while its last emits were decided. */
  const connected = new Set<string>();

  function isRefused(activity: Activity, key: string): boolean {
    const untilMs = refusedUntil[activity].get(key);
    if (untilMs === undefined) return false;
    if (now() < untilMs) return true;
    refusedUntil[activity].delete(key);
    return false;
  }

  return {
    isOver(activity, whose) {
      const key = keyOf(activity, whose);
      return underWay[activity].of(key) >= mostUnderWay[activity] || isRefused(activity, key);
    },
    async begin(activity, whose) {
      const key = keyOf(activity, whose);
      underWay[activity].add(key);
      const taken = await takeFrom([() => counters[activity].consume(key)]);
      if (taken.ok) return true;
      underWay[activity].remove(key);
      if (activity === 'acts' || connected.has(whose.socketId))
        refusedUntil[activity].set(key, now() + 1_000 * (taken.problem.retryAfterSeconds ?? 1));
      return false;
    },
    end: (activity, whose) => underWay[activity].remove(keyOf(activity, whose)),
    connect({ accountId, socketId }) {
      if (sockets.of(accountId) >= mostSockets) return false;
      sockets.add(accountId);
      connected.add(socketId);
      return true;
    },
    disconnect({ accountId, socketId }) {
      sockets.remove(accountId);
      connected.delete(socketId);
      refusedUntil.looks.delete(socketId);
    },
  };
}

function createCounts<Key>() {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  return {
    of,
    add: (key: Key) => void counts.set(key, of(key) + 1),
    remove(key: Key): void {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
    },
  };
}
