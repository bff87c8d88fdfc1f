/** What a look for something to do found: what came for the first time, what was tried before, or nothing. */
export type Found = 'new' | 'again' | 'nothing';

export interface Lanes {
  /** One more has come, or more of what was tried before is due. */
  wake: () => void;
  /** Looks until nothing is due; resolves when nothing is under way any more. */
  sweep: () => Promise<void>;
  /** Begins nothing more; resolves when nothing is under way any more. */
  stop: () => Promise<void>;
}

export interface LanesParts {
  /** How many things are done at once. */
  most: number;
  /** Looks, and does what it found. `claimed`: to be called when something is found, and before it is done. */
  next: (claimed: () => void) => Promise<Found>;
  onFault: (fault: unknown) => void;
  /**
   * For looks that are dear: one that finds nothing is a database transaction too, and others wait behind it. Counted,
   * a wake pays for looks until one finds something new, and no more; only a sweep looks until nothing is there, in all
   * lanes at once. Not counted, a wake is a sweep, a lane looks until it finds nothing, and each find opens one more.
   */
  isCounted?: boolean;
  /** What is under way. Lanes that share it wait for each other. */
  running?: Set<Promise<void>>;
}

/** Does what comes, several things at once. */
export function createLanes({ most, next, onFault, isCounted = false, running = new Set() }: LanesParts): Lanes {
  let open = 0;
  /** How many came that nobody has looked for. */
  let unseen = 0;
  const sweeps = { asked: 0, done: 0 };
  let isStopped = false;

  const isNeeded = () => unseen > 0 || sweeps.done < sweeps.asked;

  async function lane(): Promise<void> {
    open += 1;
    try {
      let goesOn = false;
      while (!isStopped && (goesOn || isNeeded())) goesOn = (await look()) !== 'nothing' && !isCounted;
    } catch (fault) {
      onFault(fault);
    } finally {
      // In the turn of the last look at what is needed: whoever wakes after it finds a lane missing.
      open -= 1;
    }
  }

  async function look(): Promise<Found> {
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
