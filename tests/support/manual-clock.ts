import type { Schedule } from '../../src/server/schedule.ts';

/** A clock with timers that a test advances. Timers that fall due in between run at their own instants, in order. */
export interface ManualClock {
  now: () => number;
  /** Unaffected by changes of the wall clock. */
  elapsedMs: () => number;
  /** Moves the wall clock only. */
  setWall: (byMs: number) => void;
  schedule: Schedule;
  /** Lets time pass and runs the timers that fall due. */
  advance: (ms: number) => void;
  /** Lets time pass without running anything, as if the machine were asleep: each timer then runs once. */
  sleep: (ms: number) => void;
  /** How many timers have not been stopped. */
  running: () => number;
}

interface Timer {
  run: () => void;
  intervalMs: number;
  dueMs: number;
}

export function createManualClock(startMs = Date.UTC(2026, 0, 5, 12)): ManualClock {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let wallAheadMs = 0;

  function nextDue(untilMs: number): Timer | undefined {
    return [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  }

  return {
    now: () => nowMs + wallAheadMs,
    elapsedMs: () => nowMs,
    setWall: (byMs) => void (wallAheadMs += byMs),
    running: () => timers.size,
    schedule(run, intervalMs) {
      const timer = { run, intervalMs, dueMs: nowMs + intervalMs };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        nowMs = timer.dueMs;
        timer.dueMs += timer.intervalMs;
        timer.run();
      }
      nowMs = untilMs;
    },
    sleep(ms) {
      nowMs += ms;
      for (const timer of timers) {
        timer.dueMs = nowMs + timer.intervalMs;
        timer.run();
      }
    },
  };
}
