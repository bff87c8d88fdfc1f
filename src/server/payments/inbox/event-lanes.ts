/** What a look for something to work off found: what came for the first time, what was tried before, or nothing. */
export type Found = 'new' | 'again' | 'nothing';

export interface EventLanes {
  /** One more has come, or more of what was tried before is due. */
  wake: () => void;
  /** Looks until nothing is due; resolves when nothing is under way any more. */
  sweep: () => Promise<void>;
  /** Begins nothing more; resolves when nothing is under way any more. */
  stop: () => Promise<void>;
}

export interface EventLanesParts {
  /** How many are worked off at once. */
  most: number;
  next: () => Promise<Found>;
  onFault: (fault: unknown) => void;
}

/**
 * Works off what comes, several at once. Whoever is woken looks as often as something new came and no more: a look that finds nothing
 * is a database transaction too, and those who wait for an answer wait behind it. Only a sweep looks until nothing is there.
 */
export function createEventLanes({ most, next, onFault }: EventLanesParts): EventLanes {
  const running = new Set<Promise<void>>();
  let open = 0;
  /** How many came that nobody has looked for. */
  let unseen = 0;
  const sweeps = { asked: 0, done: 0 };
  let isStopped = false;

  const isNeeded = () => !isStopped && (unseen > 0 || sweeps.done < sweeps.asked);

  async function lane(): Promise<void> {
    open += 1;
    try {
      while (isNeeded()) await look();
    } catch (fault) {
      onFault(fault);
    } finally {
      // In the turn of the last look at what is needed: whoever wakes after it finds a lane missing.
      open -= 1;
    }
  }

  async function look(): Promise<void> {
    const spent = Math.min(unseen, 1);
    const { asked } = sweeps;
    unseen -= spent;
    const found = await next();
    if (found === 'again') unseen += spent;
    if (found === 'nothing') sweeps.done = Math.max(sweeps.done, asked);
  }

  function openLane(): void {
    const one = lane().finally(() => running.delete(one));
    running.add(one);
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    wake() {
      unseen += 1;
      if (open < most) openLane();
    },
    sweep() {
      sweeps.asked += 1;
      for (let missing = most - open; missing > 0; missing -= 1) openLane();
      return idle();
    },
    stop() {
      isStopped = true;
      return idle();
    },
  };
}
