import type { FastifyInstance } from 'fastify';
import { getAssets, getCandles, getFeed } from '../../lib/contract/calls.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';
import { createAnswerTurns } from '../throttle/one-at-a-time.ts';
import { assetList } from './assets.ts';
import type { Market } from './market.ts';

/**
 * A page requests a chart and one trend at a time, so this many requests of one address are dozens of pages that open
 * at the same moment.
 */
const mostWaiting = { mostWaitingOfOne: 64, mostWaiting: 1_024 };

/** The calls of the market: the list of assets, their candles, and where the prices come from. */
export function registerMarketRoutes(
  app: FastifyInstance,
  { database, market, sessions }: { database: Pick<Database, 'pool'>; market: Market; sessions: Sessions },
): void {
  // Anybody may request candles, so half of the pool is kept for trading.
  const mostReads = Math.max(1, Math.floor(database.pool.options.max / 2));
  const candleReads = createCandleReads({ mostReads, ...mostWaiting });
  registerCall(app, getAssets, { sessions }, () => Promise.resolve({ ok: true, data: assetList(market.assets) }));

  registerCall(app, getFeed, { sessions }, () => Promise.resolve({ ok: true, data: market.feed }));

  registerCall(app, getCandles, { sessions }, async ({ query, request }) => {
    const { symbol, resolution, from, to } = query;
    if (!market.assets.has(symbol)) return refuse('UNKNOWN_SYMBOL');
    const load = () => market.candles(symbol, resolution, from, to);
    const candles = await candleReads.read(request.ip, load);
    return candles.ok ? { ok: true, data: candles.value } : candles;
  });
}

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
