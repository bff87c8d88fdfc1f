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
 * Limits of waiting reads. A page requests a chart and one trend at a time, so only dozens of pages that open at the
 * same moment can reach the limit of an address.
 */
const mostWaiting = { mostWaitingOfOne: 64, mostWaiting: 1_024 };

/** Registers the calls of the market: the list of assets, their candles, and the facts about the feed. */
export function registerMarketRoutes(
  app: FastifyInstance,
  { database, market, sessions }: { database: Pick<Database, 'pool'>; market: Market; sessions: Sessions },
): void {
  // Anybody may request candles, so half of the database pool is reserved for trading.
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
 * Limits reads of candles, because anybody may request them. They never block the order desk's use of the database, and
 * one address never blocks the others.
 */
export interface CandleReads {
  /** Calls `load` when it is the address's turn. Problem: TOO_MANY_REQUESTS. Rejects if `load` does. */
  read: (address: string, load: () => Promise<Candle[]>) => Promise<Result<{ value: Candle[] }>>;
}

export interface CandleReadsOptions {
  /** The most reads at a time; others wait, round-robin by address. */
  mostReads: number;
  /** The most reads that may wait; further ones are refused. */
  mostWaiting: number;
  /** The same for one address. */
  mostWaitingOfOne: number;
}

export function createCandleReads({ mostReads, ...waiting }: CandleReadsOptions): CandleReads {
  // If there are several slots, one is reserved for other addresses.
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
