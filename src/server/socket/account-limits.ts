import { createRateCounter, consumeEach } from '../throttle/rate-counter.ts';

/** What an emit does: `acts` changes something, `reads` only reads. */
export type Activity = 'acts' | 'reads';

/**
 * Acts are counted per account, over all of its sockets. Reads are counted per socket, so a page stuck in a loop does
 * not stop the account's other pages from reading.
 */
interface Sender {
  accountId: number;
  socketId: string;
}

/** Limits the sockets of customers and their emits. */
export interface AccountLimits {
  /** Whether an emit would be refused anyway and need not be parsed. */
  isOver: (activity: Activity, sender: Sender) => boolean;
  /** Counts an emit that begins; resolves to false if it exceeds a limit. */
  begin: (activity: Activity, sender: Sender) => Promise<boolean>;
  end: (activity: Activity, sender: Sender) => void;
  /** Counts a socket; returns false if the account already has as many as it may. */
  connect: (sender: Sender) => boolean;
  disconnect: (sender: Sender) => void;
}

/**
 * Emits per 10 seconds. Closing 500 positions at once takes 500 emits; a program that trades all day sends 100 a
 * second.
 */
const allowances = { acts: { points: 1_000, duration: 10 }, reads: { points: 300, duration: 10 } };
/** The most emits in progress. Reads get few, because the answer to one can be 100 kB. */
const mostUnderWay = { acts: 500, reads: 16 };
/** Each open page has one socket. */
const mostSockets = 20;

const keyOf = (activity: Activity, { accountId, socketId }: Sender) =>
  activity === 'acts' ? String(accountId) : socketId;

export function createAccountLimits({ now = () => performance.now() } = {}): AccountLimits {
  const counters = {
    acts: createRateCounter(null, 'acts', allowances.acts),
    reads: createRateCounter(null, 'reads', allowances.reads),
  };
  const underWay = { acts: createCounts<string>(), reads: createCounts<string>() };
  /**
   * When a refused key may try again. Until then its emits are refused without being counted, which is cheap in a
   * flood.
   */
  const refusedUntil = { acts: new Map<string, number>(), reads: new Map<string, number>() };
  const sockets = createCounts<number>();
  /**
   * The ids of connected sockets. Nothing may be stored for a socket that left while its last emits were being counted:
   * nobody would remove it.
   */
  const connected = new Set<string>();

  function isRefused(activity: Activity, key: string): boolean {
    const untilMs = refusedUntil[activity].get(key);
    if (untilMs === undefined) return false;
    if (now() < untilMs) return true;
    refusedUntil[activity].delete(key);
    return false;
  }

  return {
    isOver(activity, sender) {
      const key = keyOf(activity, sender);
      return underWay[activity].of(key) >= mostUnderWay[activity] || isRefused(activity, key);
    },
    async begin(activity, sender) {
      const key = keyOf(activity, sender);
      underWay[activity].add(key);
      const consumed = await consumeEach([() => counters[activity].consume(key)]);
      if (consumed.ok) return true;
      underWay[activity].remove(key);
      if (activity === 'acts' || connected.has(sender.socketId))
        refusedUntil[activity].set(key, now() + 1_000 * (consumed.problem.retryAfterSeconds ?? 1));
      return false;
    },
    end: (activity, sender) => underWay[activity].remove(keyOf(activity, sender)),
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
