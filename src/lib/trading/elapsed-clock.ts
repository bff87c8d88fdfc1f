/**
 * The two clocks of a machine, in milliseconds. The wall clock can be set; the steady clock may stop while the machine
 * sleeps.
 */
export interface Clocks {
  wall: () => number;
  steady: () => number;
}

/** The wall clock is coarser than the steady one, so only a lead of more than this means sleep or a clock change. */
const sleepMs = 1_000;

/**
 * A clock that only goes forward, in milliseconds from an arbitrary start, and includes sleep. A wrong wall clock, or
 * one that is set back, does not stop it; one that is set ahead also moves this clock ahead.
 */
export function createElapsedClock({ wall, steady }: Clocks): () => number {
  let elapsedMs = 0;
  let [lastWall, lastSteady] = [wall(), steady()];
  return () => {
    const [nowWall, nowSteady] = [wall(), steady()];
    const [wallMs, steadyMs] = [nowWall - lastWall, nowSteady - lastSteady];
    elapsedMs += wallMs - steadyMs > sleepMs ? wallMs : steadyMs;
    [lastWall, lastSteady] = [nowWall, nowSteady];
    return elapsedMs;
  };
}
