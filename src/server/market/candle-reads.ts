import type { Candle } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';
import { createAnswerTurns } from '../throttle/one-at-a-time.ts';

/**
 * Limits reads of candles, which anybody may request, so that they never keep the database from the order desk, nor one
 * address from the others.
 */
export interface CandleReads {
  /** Reads when the address has its turn. Problem: TOO_MANY_REQUESTS. Rejects if the read fails. */
  read: (address: string, load: () => Promise<Candle[]>) => Promise<Result<{ value: Candle[] }>>;
}

export interface CandleReadsOptions {
  /** The most reads at a time; others wait, round-robin by address. */
  mostReads: number;
  /** The most that may wait, in total and of one address; further ones are refused. */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

export function createCandleReads({ mostReads, ...waiting }: CandleReadsOptions): CandleReads {
  // If there are several slots, one is left to other addresses.
  const mostAtOnceOfOne = Math.max(1, mostReads - 1);
  const queue = createFairQueue<string>({ ...waiting, mostAtOnce: mostReads, mostAtOnceOfOne });
  const answerTurn = createAnswerTurns();
  return {
    read: (address, load) =>
      queue.run(subscriberAddress(address), async () => {
        const value = await load();
        await answerTurn();
        return value;
      }),
  };
}
