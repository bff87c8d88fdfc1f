import { createElapsedClock } from '../../lib/trading/elapsed-clock.ts';

/** The elapsed clock of the page. */
export const elapsedMs = createElapsedClock({ wall: () => Date.now(), steady: () => performance.now() });
