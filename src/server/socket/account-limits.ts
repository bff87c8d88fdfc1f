import { createRateCounter, takeFrom } from '../auth/rate-counter.ts';

/** What a customer does by a socket: acting changes something, looking does not. */
export type Activity = 'acts' | 'looks';

/** Limits what one account does over all of its sockets. */
export interface AccountLimits {
  /** Whether an emit would be refused anyway: then nothing of it has to be read. */
  isOver: (accountId: number, activity: Activity) => boolean;
  /** Counts an emit that begins; false where it is one too many. */
  begin: (accountId: number, activity: Activity) => Promise<boolean>;
  end: (accountId: number, activity: Activity) => void;
  /** Counts a socket; false where the account has as many as it may have. */
  connect: (accountId: number) => boolean;
  disconnect: (accountId: number) => void;
}

/** Five hundred open positions are closed at once by as many emits; a program that trades all day sends a hundred a second. */
const allowance = { points: 1_000, duration: 10 };
/** An answer to a look can be a hundred kilobytes. */
const mostUnderWay = { acts: 500, looks: 64 };
/** Each page has one. */
const mostSockets = 20;

export function createAccountLimits({ now = () => performance.now() } = {}): AccountLimits {
  const counters = { acts: createRateCounter(null, 'acts', allowance), looks: createRateCounter(null, 'looks', allowance) };
  const underWay = { acts: createCounts(), looks: createCounts() };
  /** Until when those are refused who were told to come again: a flood of refusals costs no count each. */
  const refusedUntil = { acts: new Map<number, number>(), looks: new Map<number, number>() };
  const sockets = createCounts();

  function isRefused(accountId: number, activity: Activity): boolean {
    const untilMs = refusedUntil[activity].get(accountId);
    if (untilMs === undefined) return false;
    if (now() < untilMs) return true;
    refusedUntil[activity].delete(accountId);
    return false;
  }

  return {
    isOver: (accountId, activity) =>
      underWay[activity].of(accountId) >= mostUnderWay[activity] || isRefused(accountId, activity),
    async begin(accountId, activity) {
      underWay[activity].add(accountId);
      const taken = await takeFrom([() => counters[activity].consume(accountId)]);
      if (taken.ok) return true;
      underWay[activity].remove(accountId);
      refusedUntil[activity].set(accountId, now() + 1_000 * (taken.problem.retryAfterSeconds ?? 1));
      return false;
    },
    end: (accountId, activity) => underWay[activity].remove(accountId),
    connect(accountId) {
      if (sockets.of(accountId) >= mostSockets) return false;
      sockets.add(accountId);
      return true;
    },
    disconnect: sockets.remove,
  };
}

function createCounts() {
  const counts = new Map<number, number>();
  const of = (key: number) => counts.get(key) ?? 0;
  return {
    of,
    add: (key: number) => void counts.set(key, of(key) + 1),
    remove(key: number): void {
      if (of(key) > 1) counts.set(key, of(key) - 1);
      else counts.delete(key);
    },
  };
}
