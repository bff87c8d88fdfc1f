/** The two clocks of a machine, in milliseconds: one can be set, the other may stand still while the machine sleeps. */
export interface Clocks {
  wall: () => number;
  steady: () => number;
}

/** The wall clock is coarser than the steady one: only a lead of more than this means sleep, or that it was set. */
const sleepMs = 1_000;

/**
 * A clock that only goes forward, in milliseconds from any start. It counts sleep. A wall clock that is wrong or set
 * back does not stop it; one that is set ahead carries it along.
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
