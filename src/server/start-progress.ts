import type { Logger } from 'pino';
import type { Schedule } from './schedule.ts';

/** Tells whoever started the server what it is doing, while a start takes long. */
export interface StartProgress {
  /** Names a part of the start for as long as the work lasts. Several may run at once. */
  during: <Value>(what: string, work: Promise<Value>) => Promise<Value>;
  /** Says how far the part with this name has come, such as `12 of 48 assets`. */
  reached: (what: string, how: string) => void;
  /** Ends the lines: the server is ready, or has failed. */
  stop: () => void;
}

interface Parts {
  logger: Pick<Logger, 'info'>;
  /** Milliseconds, from any start. */
  elapsedMs: () => number;
  schedule: Schedule;
}

/** Often enough that nobody thinks it hangs, and rare enough for a log. */
const everyMs = 3_000;

/** Logs a line every few seconds, with the seconds since its creation, until it is stopped. */
export function createStartProgress({ logger, elapsedMs, schedule }: Parts): StartProgress {
  const startedMs = elapsedMs();
  const underWay = new Map<string, string>();
  const halt = schedule(() => {
    if (underWay.size === 0) return;
    const doing = [...underWay].map(([what, how]) => (how === '' ? what : `${what} (${how})`)).join(', ');
    const seconds = Math.round((elapsedMs() - startedMs) / 1_000);
    logger.info({ seconds }, `starting for ${seconds} s: ${doing}`);
  }, everyMs);
  return {
    async during(what, work) {
      underWay.set(what, '');
      try {
        return await work;
      } finally {
        underWay.delete(what);
      }
    },
    reached(what, how) {
      if (underWay.has(what)) underWay.set(what, how);
    },
    stop: halt,
  };
}
