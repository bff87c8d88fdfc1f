import type { Schedule } from '../schedule.ts';

/** Calls when an instant has come. */
export interface DueTimer {
  /** The next instant, in unix milliseconds, instead of the one before; null: none. */
  set: (at: number | null) => void;
  stop: () => void;
}

export interface DueTimerParts {
  schedule: Schedule;
  /** Milliseconds since 1970. */
  now: () => number;
  run: () => void;
}

/**
 * The clock is read at least this often: it may be set, the machine may have slept, and Node calls timers of more than
 * 24 days at once.
 */
const longestWaitMs = 60_000;

export function createDueTimer({ schedule, now, run }: DueTimerParts): DueTimer {
  let halt: (() => void) | undefined;

  function stop(): void {
    halt?.();
    halt = undefined;
  }

  function set(at: number | null): void {
    stop();
    if (at === null) return;
    const waitMs = Math.min(Math.max(at - now(), 1), longestWaitMs);
    halt = schedule(() => {
      stop();
      // A timer may call a moment too early.
      if (now() < at) set(at);
      else run();
    }, waitMs);
  }

  return { set, stop };
}
