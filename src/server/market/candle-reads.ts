import type { Candle } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';
import { createAnswerTurns } from '../throttle/one-at-a-time.ts';

/**
 * Stands before reads of candles, which anybody may ask for: they never take the database from the order desk, nor one
 * address from the others.
 */
export interface CandleReads {
  /** Reads when it is the turn of the address. Problem: TOO_MANY_REQUESTS. Rejects when the read fails. */
  read: (address: string, load: () => Promise<Candle[]>) => Promise<Result<{ value: Candle[] }>>;
}

export interface CandleReadsOptions {
  /** Reads at a time; the others wait, in turn by address. */
  mostReads: number;
  /** How many may wait, of all and of one; beyond that they are refused. */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

export function createCandleReads({ mostReads, ...waiting }: CandleReadsOptions): CandleReads {
  // One place is left to whoever else comes, where there are several.
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
