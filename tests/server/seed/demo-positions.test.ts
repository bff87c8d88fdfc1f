import { expect, it } from 'vitest';
import { levelFaults, triggeredReason } from '../../../src/lib/trading/levels.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { closingRate, openingRate } from '../../../src/lib/trading/quote.ts';
import { createSeededRandom, seedOf } from '../../../src/server/market/random.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { makeCandleHistory } from '../../../src/server/seed/candle-history.ts';
import { openPosition, positionPlans } from '../../../src/server/seed/demo-positions.ts';
import type { TradeMarket } from '../../../src/server/seed/demo-trades.ts';
import { longTradePlans, playTrade, quoteAt, tradePlans } from '../../../src/server/seed/demo-trades.ts';

/** The history depends on the hour at which it is made, so the plans have to fit it at every hour. */
const moments = [
  '2026-11-23T08:00:00Z',
  '2026-11-23T23:37:00Z',
  '2026-11-28T23:59:00Z',
  '2027-02-03T00:01:30Z',
  '2027-07-17T13:31:00Z',
];

/** Markets with a year of hourly candles, by moment and symbol. */
const markets = new Map<string, TradeMarket>();

function marketAt(nowMs: number, symbol: string, days: number): TradeMarket {
  const market = markets.get(`${nowMs} ${symbol}`) ?? makeMarket(nowMs, symbol);
  markets.set(`${nowMs} ${symbol}`, market);
  const from = nowMs / 1000 - days * 86_400;
  return { ...market, candles: market.candles.filter(({ time }) => time >= from) };
}

function makeMarket(nowMs: number, symbol: string): TradeMarket {
  const asset = seedAssets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(`${symbol} is no asset`);
  const random = createSeededRandom(seedOf(2026, symbol));
  const facts = { ...asset, openingRate: asset.referenceRate, nowMs, depth: 'full', random } as const;
  const hourly = makeCandleHistory(facts).find(({ resolutionSeconds }) => resolutionSeconds === 3600);
  return { ...asset, candles: hourly?.candles ?? [] };
}

it.each(moments)(
  'opens every planned position, with a small gain or loss and levels that are not reached (%s)',
  (at) => {
    const nowMs = Date.parse(at);
    const signs: number[] = [];
    for (const plan of positionPlans) {
      const market = marketAt(nowMs, plan.symbol, 5);
      const position = openPosition(plan, market);
      if (!position) throw new Error(`${plan.symbol} is not opened`);
      const quote = quoteAt(market.candles.at(-1)!.close, market);
      const closeRate = closingRate(plan.direction, quote);
      const share = profitMinor({ ...position, closeRate }) / plan.amountMinor;
      signs.push(Math.sign(share));
      expect(Math.abs(share), plan.symbol).toBeLessThan(0.25);
      expect(position.openedAt.getTime()).toBeLessThan(nowMs);
      expect(position.openRate).toBe(openingRate(plan.direction, position.openQuote));
      expect(levelFaults(plan.direction, position, quote)).toEqual({});
      expect(position.stopLoss === null).toBe(plan.levels === undefined);
    }
  },
);

it.each(moments)('plays every trade, and ends those that must end in a certain way in that way (%s)', (at) => {
  const random = createSeededRandom(4321);
  for (const plan of [...tradePlans, ...longTradePlans]) {
    const market = marketAt(Date.parse(at), plan.symbol, 90);
    const trade = playTrade(plan, market, random);
    if (!trade) throw new Error(`${plan.symbol} is not traded`);
    const { closingReason, closedRate } = trade;
    if (plan.ending !== undefined) expect(closingReason, plan.symbol).toBe(plan.ending);
    expect(closedRate).toBe(closingRate(plan.direction, trade.closedQuote));
    const reached = triggeredReason({ ...trade, protected: false }, closedRate);
    expect(reached, plan.symbol).toBe(closingReason === 0 || closingReason === 4 ? null : closingReason);
    if (closingReason === 3) expect(trade.profitMinor).toBe(-plan.amountMinor);
  }
});
