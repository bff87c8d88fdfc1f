/**
 * Calls `run` every `intervalMs` milliseconds; returns the function that stops it. Tests pass one that they step by
 * hand.
 */
export type Schedule = (run: () => void, intervalMs: number) => () => void;

export const systemSchedule: Schedule = (run, intervalMs) => {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
};
