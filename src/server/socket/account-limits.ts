import { createRateCounter, consumeEach } from '../throttle/rate-counter.ts';

/** What a customer does by a socket: `acts` changes something, `reads` only reads. */
export type Activity = 'acts' | 'reads';

/**
 * Acts count for the account over all of its sockets. Reads count for each socket, so that a page stuck in a loop does
 * not blind the others.
 */
interface Whose {
  accountId: number;
  socketId: string;
}

/** Limits what customers do by their sockets. */
export interface AccountLimits {
  /** Whether an emit would be refused anyway, so that it need not be parsed. */
  isOver: (activity: Activity, whose: Whose) => boolean;
  /** Counts an emit that begins; false if it exceeds a limit. */
  begin: (activity: Activity, whose: Whose) => Promise<boolean>;
  end: (activity: Activity, whose: Whose) => void;
  /** Counts a socket; false if the account already has the most that it may have. */
  connect: (whose: Whose) => boolean;
  disconnect: (whose: Whose) => void;
}

/**
 * Closing five hundred positions at once takes as many emits; a program that trades all day sends a hundred a second.
 */
const allowances = { acts: { points: 1_000, duration: 10 }, reads: { points: 300, duration: 10 } };
/** The answer to a read can be a hundred kilobytes. */
const mostUnderWay = { acts: 500, reads: 16 };
/** One for each open page. */
const mostSockets = 20;

const keyOf = (activity: Activity, { accountId, socketId }: Whose) =>
  activity === 'acts' ? String(accountId) : socketId;

export function createAccountLimits({ now = () => performance.now() } = {}): AccountLimits {
  const counters = {
    acts: createRateCounter(null, 'acts', allowances.acts),
    reads: createRateCounter(null, 'reads', allowances.reads),
  };
  const underWay = { acts: createCounts<string>(), reads: createCounts<string>() };
  /** When refused keys may try again: until then, a flood of emits is refused without counting each. */
  const refusedUntil = { acts: new Map<string, number>(), reads: new Map<string, number>() };
  const sockets = createCounts<number>();
  /** Connected sockets: nothing may be kept of a socket that left while its last emits were being decided. */
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
      const consumed = await consumeEach([() => counters[activity].consume(key)]);
      if (consumed.ok) return true;
      underWay[activity].remove(key);
      if (activity === 'acts' || connected.has(whose.socketId))
        refusedUntil[activity].set(key, now() + 1_000 * (consumed.problem.retryAfterSeconds ?? 1));
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
      refusedUntil.reads.delete(socketId);
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
