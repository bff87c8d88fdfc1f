import { once } from 'node:events';
import type { Schedule } from '../../market/schedule.ts';
import type { AskParts } from './ask-payment.ts';
import { askAbout, followAnswer } from './ask-payment.ts';
import { claimAsk, listProvidersToAsk } from './ask-rows.ts';

export interface AskWorkerParts extends AskParts {
  schedule: Schedule;
}

export interface AskWorker {
  start: () => void;
  /** Asks about what is due; resolves when nothing is under way any more. */
  work: () => Promise<void>;
  /** Finishes what is being written, and waits for no provider: who was being asked is asked again. */
  stop: () => Promise<void>;
}

const lookEveryMs = 10_000;
/** Longer than any provider has for an answer: whose process ended meanwhile is asked about again after it. */
const leaseMs = 120_000;
/** How many payments one provider is asked about at once: a slow one keeps the others waiting for nothing. */
const lanes = 4;

/**
 * Asks providers about payments that they never reported, later each time. Nobody is asked inside a database transaction, and who is
 * asked holds no connection: what the answer does is one transaction, like a report's.
 */
export function createAskWorker(parts: AskWorkerParts): AskWorker {
  const { database, runtime, logger, schedule } = parts;
  const stopping = new AbortController();
  const { open, idle } = createLanes(parts, stopping.signal);
  /** How often somebody wanted it to look. */
  let wanted = 0;
  let looking: Promise<void> | undefined;
  let halt: (() => void) | undefined;

  async function look(): Promise<void> {
    let seen: number;
    do {
      seen = wanted;
      for (const provider of await listProvidersToAsk(database, new Date(runtime.now()))) open(provider);
    } while (wanted > seen && !stopping.signal.aborted);
  }

  const lookNow = (): Promise<void> => {
    wanted += 1;
    return (looking ??= look()
      .catch((fault: unknown) => logger.error({ err: fault }, 'payments to ask about could not be found'))
      .finally(() => (looking = undefined)));
  };

  return {
    start() {
      halt = schedule(() => void lookNow(), lookEveryMs);
      void lookNow();
    },
    async work() {
      await lookNow();
      await idle();
    },
    async stop() {
      stopping.abort();
      halt?.();
      await looking;
      await idle();
    },
  };
}

/** Each provider has lanes of its own, in which one payment after the other is asked about. */
function createLanes(parts: AskWorkerParts, signal: AbortSignal) {
  const { database, runtime, logger } = parts;
  const stopped = once(signal, 'abort').then(() => null);
  /** What is under way, by provider. */
  const running = new Map<string, Set<Promise<void>>>();

  async function lane(provider: string): Promise<void> {
    while (!signal.aborted) {
      const now = runtime.now();
      const claim = { provider, now: new Date(now), until: new Date(now + leaseMs) };
      const payment = await claimAsk(database, claim);
      if (!payment) return;
      // There may be more: somebody else looks while this one waits.
      open(provider);
      const answer = await Promise.race([askAbout(parts, payment), stopped]);
      if (answer !== null) await followAnswer(parts, payment, answer);
    }
  }

  function open(provider: string): void {
    const its = running.get(provider) ?? new Set();
    running.set(provider, its);
    if (its.size >= lanes || signal.aborted) return;
    const one = lane(provider)
      .catch((fault: unknown) => logger.error({ err: fault, provider }, 'a provider could not be asked about payments'))
      .finally(() => its.delete(one));
    its.add(one);
  }

  async function idle(): Promise<void> {
    const all = () => [...running.values()].flatMap((its) => [...its]);
    while (all().length > 0) await Promise.all(all());
  }

  return { open, idle };
}
