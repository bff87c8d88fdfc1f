/** The two clocks of a machine, milliseconds: the wall's can be set, the other one may stand still while the machine sleeps. */
export interface Clocks {
  wall: () => number;
  steady: () => number;
}

/** The wall clock is coarser than the steady one: only what it is ahead by more than this was sleep, or a setting of it. */
const sleepMs = 1_000;

/**
 * A clock that only goes forward, milliseconds from any start: it goes on through sleep, and a wall clock that is wrong or
 * is set back does not stop it. One that is set ahead carries it along.
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
