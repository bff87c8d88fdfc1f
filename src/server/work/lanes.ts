/** The result of a poll: something new, something that was attempted before, or nothing. */
export type Found = 'new' | 'again' | 'nothing';

export interface Lanes {
  /** Reports that one more item has come, or that more retries are due. */
  wake: () => void;
  /** Polls until nothing is due; resolves when nothing is under way. */
  sweep: () => Promise<void>;
  /** Begins nothing more; resolves when nothing is under way. */
  stop: () => Promise<void>;
}

export interface LanesParts {
  /** The most items at the same time. */
  most: number;
  /** Polls and does what it found. It must call `claimed` when it has found something, before it does it. */
  next: (claimed: () => void) => Promise<Found>;
  onFault: (fault: unknown) => void;
  /**
   * For expensive polls, which are a database transaction even if they find nothing, and which others wait behind.
   * Counted: a wake allows polls until one finds something new; only a sweep polls until nothing is due, in all lanes
   * at once. Not counted: a wake is a sweep, a lane polls until it finds nothing, and each find opens another lane.
   */
  isCounted?: boolean;
  /** What is under way. Lanes that share this set wait for each other. */
  running?: Set<Promise<void>>;
}

/** Does what is due, several items at once. */
export function createLanes({ most, next, onFault, isCounted = false, running = new Set() }: LanesParts): Lanes {
  let open = 0;
  /** Wakes that no poll has used yet. */
  let unseen = 0;
  const sweeps = { asked: 0, done: 0 };
  let isStopped = false;

  const isNeeded = () => unseen > 0 || sweeps.done < sweeps.asked;

  async function lane(): Promise<void> {
    open += 1;
    try {
      let goesOn = false;
      while (!isStopped && (goesOn || isNeeded())) goesOn = (await poll()) !== 'nothing' && !isCounted;
    } catch (fault) {
      onFault(fault);
    } finally {
      // In the same turn as the last `isNeeded`, so that a later wake sees that a lane is free.
      open -= 1;
    }
  }

  async function poll(): Promise<Found> {
    const spent = Math.min(unseen, 1);
    const { asked } = sweeps;
    unseen -= spent;
    const found = await next(grow);
    if (found === 'again') unseen += spent;
    if (found === 'nothing') sweeps.done = Math.max(sweeps.done, asked);
    return found;
  }

  function openLane(): void {
    const one = lane().finally(() => running.delete(one));
    running.add(one);
  }

  function beginSweep(): void {
    sweeps.asked += 1;
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
      unseen += 1;
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
