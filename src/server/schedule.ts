/**
 * Calls `run` every `intervalMs` milliseconds; returns a function that stops it. Tests pass a schedule that they step
 * by hand.
 */
export type Schedule = (run: () => void, intervalMs: number) => () => void;

export const systemSchedule: Schedule = (run, intervalMs) => {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
};
