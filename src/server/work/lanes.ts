/** The result of a poll: a new item, an item that was attempted before, or nothing. */
export type Found = 'new' | 'again' | 'nothing';

export interface Lanes {
  /** Reports that an item was added, or that retries are due. */
  wake: () => void;
  /** Polls until nothing is due; resolves when no item is in progress. */
  sweep: () => Promise<void>;
  /** Starts no further items; resolves when no item is in progress. */
  stop: () => Promise<void>;
}

export interface LanesParts {
  /** The most items in progress at the same time. */
  most: number;
  /**
   * Polls, and processes the item that it finds. Must call `claimed` after finding an item and before processing it.
   */
  next: (claimed: () => void) => Promise<Found>;
  onFault: (fault: unknown) => void;
  /**
   * Set it if polls are expensive: each is a database transaction, even if it finds nothing, and others wait behind it.
   * If true, each wake allows polls only until one finds a new item; a sweep still polls until nothing is due, in all
   * lanes at once. If false, a wake is a sweep: a lane polls until it finds nothing, and each item found opens another
   * lane.
   */
  isCounted?: boolean;
  /** The lanes in progress. `Lanes` that share this set wait for each other in `sweep` and `stop`. */
  running?: Set<Promise<void>>;
}

/** Processes due items, several at once. */
export function createLanes({ most, next, onFault, isCounted = false, running = new Set() }: LanesParts): Lanes {
  let open = 0;
  /** The number of wakes that no poll has used yet. */
  let unusedWakes = 0;
  const sweeps = { requested: 0, done: 0 };
  let isStopped = false;

  const isNeeded = () => unusedWakes > 0 || sweeps.done < sweeps.requested;

  async function lane(): Promise<void> {
    open += 1;
    try {
      let hasMore = false;
      while (!isStopped && (hasMore || isNeeded())) hasMore = (await poll()) !== 'nothing' && !isCounted;
    } catch (fault) {
      onFault(fault);
    } finally {
      // Runs in the same turn of the event loop as the last `isNeeded`, so a later wake sees that a lane is free.
      open -= 1;
    }
  }

  async function poll(): Promise<Found> {
    const spent = Math.min(unusedWakes, 1);
    const { requested } = sweeps;
    unusedWakes -= spent;
    const found = await next(grow);
    if (found === 'again') unusedWakes += spent;
    if (found === 'nothing') sweeps.done = Math.max(sweeps.done, requested);
    return found;
  }

  function openLane(): void {
    const one = lane().finally(() => running.delete(one));
    running.add(one);
  }

  function beginSweep(): void {
    sweeps.requested += 1;
    const missing = most - open;
    for (let count = isCounted ? missing : Math.min(missing, 1); count > 0; count -= 1) openLane();
  }

  function grow(): void {
    if (!isCounted && open < most) beginSweep();
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    wake() {
      if (!isCounted) {
        beginSweep();
        return;
      }
      unusedWakes += 1;
      if (open < most) openLane();
    },
    sweep() {
      beginSweep();
      return idle();
    },
    stop() {
      isStopped = true;
      return idle();
    },
  };
}
