import type { Schedule } from '../../market/schedule.ts';
import type { Worker } from '../../work/worker.ts';
import { createWorker } from '../../work/worker.ts';
import type { AskParts } from './ask-payment.ts';
import { askAbout, followAnswer } from './ask-payment.ts';
import type { AskedPayment } from './ask-rows.ts';
import { claimAsk, listProvidersToAsk } from './ask-rows.ts';

export interface AskWorkerParts extends AskParts {
  schedule: Schedule;
}

export type AskWorker = Pick<Worker, 'start' | 'work' | 'stop'>;

/** Longer than any provider has for an answer: whose process ended meanwhile is asked about again after it. */
const leaseMs = 120_000;
/** How many payments one provider is asked about at once: a slow one keeps the others waiting for nothing. */
const lanes = 4;

/**
 * Asks providers about payments that they never reported, later each time. Nobody is asked inside a database
 * transaction, and who is asked holds no connection: what the answer does is one transaction, like a report's. The stop
 * waits for no provider: who was being asked is asked again.
 */
export function createAskWorker(parts: AskWorkerParts): AskWorker {
  const { database } = parts;
  return createWorker<AskedPayment>(parts, {
    claim: ({ group: provider, now }) =>
      claimAsk(database, { provider, now: new Date(now), until: new Date(now + leaseMs) }),
    async run(payment, { stopped }) {
      const answer = await Promise.race([askAbout(parts, payment), stopped]);
      if (answer !== null) await followAnswer(parts, payment, answer);
      return null;
    },
    groups: {
      name: 'provider',
      list: (now) => listProvidersToAsk(database, new Date(now)),
      faultText: 'payments to ask about could not be found',
    },
    lanes,
    lookEveryMs: 10_000,
    faultText: 'a provider could not be asked about payments',
  });
}
