import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCandleBook } from '../../../src/server/market/candle-book.ts';
import type { OnQuote } from '../../../src/server/market/feed.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import type { SimulatedAsset, SimulatedFeedOptions } from '../../../src/server/market/simulated-feed.ts';
import { createSimulatedFeed } from '../../../src/server/market/simulated-feed.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const bitcoin: SimulatedAsset = {
  symbol: 'BTCUSD',
  referenceRate: 60_000,
  dailyVolatility: 0.04,
  quotedSpread: 0.0004,
  digits: 2,
};
const euro: SimulatedAsset = {
  symbol: 'EURUSD',
  referenceRate: 1.08,
  dailyVolatility: 0.005,
  quotedSpread: 0.00008,
  digits: 5,
};
/** So volatile and so cheap that rounding alone would give zeros and crossed quotes. */
const penny: SimulatedAsset = {
  symbol: 'PENNY',
  referenceRate: 0.02,
  dailyVolatility: 3,
  quotedSpread: 0.00001,
  digits: 2,
};

type Quote = Parameters<OnQuote>;

function record(options: Partial<SimulatedFeedOptions> = {}) {
  const clock = createManualClock();
  const quotes: Quote[] = [];
  const { schedule } = clock;
  const runtime = { ...clock, randomBytes };
  const feed = createSimulatedFeed({ assets: [bitcoin, euro], seed: 7, runtime, schedule, ...options });
  feed.start((...quote) => quotes.push(quote));
  const of = (symbol: string) => quotes.filter((quote) => quote[0] === symbol);
  return { clock, feed, quotes, of };
}

test('the same seed and the same clock give the same quotes, another seed others', () => {
  const [first, second, other] = [record(), record(), record({ seed: 8 })];
  for (const { clock } of [first, second, other]) clock.advance(60_000);
  expect(second.quotes).toEqual(first.quotes);
  expect(other.quotes).not.toEqual(first.quotes);
});

test('each asset quotes at once, and then one to four times a second at uneven distances', () => {
  const { clock, of } = record();
  expect(of('EURUSD')).toHaveLength(1);
  clock.advance(60_000);
  for (const symbol of ['BTCUSD', 'EURUSD']) {
    const times = of(symbol).map((quote) => quote[3]);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1000);
    expect(new Set(gaps).size).toBeGreaterThan(30);
    expect(times.at(-1)).toBeLessThanOrEqual(clock.now());
  }
});

test('no quote is zero, crossed or finer than the digits, and the book takes each one', () => {
  const book = createQuoteBook({ symbols: ['PENNY', 'EURUSD', 'BTCUSD'] });
  const assets = [penny, euro, bitcoin];
  const { clock, quotes } = record({ assets });
  clock.advance(10 * 60_000);
  for (const [symbol, bid, ask] of quotes) {
    const { digits } = assets.find((asset) => asset.symbol === symbol)!;
    expect(bid > 0 && ask > bid).toBe(true);
    expect([Number(bid.toFixed(digits)), Number(ask.toFixed(digits))]).toEqual([bid, ask]);
  }
  const tame = quotes.filter(([symbol]) => symbol !== 'PENNY');
  for (const quote of tame) book.accept(...quote);
  expect(book.accepted).toBe(tame.length);
});

describe('the first bid', () => {
  test('is where the history ends: the last stored close', async () => {
    const lastBids = new Map([['BTCUSD', 54_321.12]]);
    const { feed, of } = record({ lastBids });
    expect(of('BTCUSD')[0]![1]).toBe(54_321.12);
    expect((await feed.openingRates()).get('BTCUSD')).toBe(54_321.12);
  });

  test('is at the reference rate if nothing is stored, and known before the feed starts', async () => {
    const { feed, of } = record();
    const rates = await feed.openingRates();
    expect([...rates.keys()]).toEqual(['BTCUSD', 'EURUSD']);
    for (const symbol of rates.keys()) expect(of(symbol)[0]![1]).toBe(rates.get(symbol));
    const [, bid, ask] = of('BTCUSD')[0]!;
    expect((bid + ask) / 2).toBeCloseTo(60_000, 1);
  });
});

test('a day moves as much as the asset is volatile', () => {
  const closes: number[] = [];
  for (let seed = 0; seed < 40; seed++) {
    const { clock, of } = record({ seed, assets: [bitcoin] });
    // Advances in steps of a minute: one exact move replaces the quotes in between.
    for (let minute = 0; minute < 1440; minute++) clock.sleep(60_000);
    closes.push(Math.log(of('BTCUSD').at(-1)![1] / 60_000));
  }
  const deviation = Math.sqrt(closes.reduce((sum, close) => sum + close * close, 0) / closes.length);
  expect(deviation).toBeGreaterThan(0.025);
  expect(deviation).toBeLessThan(0.06);
});

test('years of running stay around the reference rate', () => {
  const { clock, of } = record({ lastBids: new Map([['BTCUSD', 240_000]]) });
  for (let day = 0; day < 3650; day++) clock.sleep(86_400_000);
  const bids = of('BTCUSD').slice(500);
  const mean = bids.reduce((sum, quote) => sum + Math.log(quote[1] / 60_000), 0) / bids.length;
  expect(Math.abs(mean)).toBeLessThan(0.25);
  expect(Math.max(...bids.map((quote) => quote[1]))).toBeLessThan(60_000 * 4);
  expect(Math.min(...bids.map((quote) => quote[1]))).toBeGreaterThan(60_000 / 4);
});

test('a machine that slept gets one new quote of each asset, not a whole night of quotes', () => {
  const { clock, quotes } = record();
  clock.sleep(8 * 3_600_000);
  expect(quotes).toHaveLength(4);
  expect(quotes.at(-1)![3]).toBe(clock.now());
});

test('setting the wall clock back by an hour stops nothing: it only stamps quotes', () => {
  const { clock, quotes } = record();
  clock.advance(10_000);
  const before = quotes.length;
  clock.setWall(-3_600_000);
  clock.advance(10_000);
  const after = quotes.slice(before);
  expect(after.length).toBeGreaterThan(20);
  expect(after.every(([, , , timeMs]) => timeMs < clock.now() + 1 && timeMs > clock.now() - 10_001)).toBe(true);
  expect(quotes.every(([, , , , arrivedMs]) => arrivedMs <= clock.elapsedMs())).toBe(true);
});

test('stopping ends it', async () => {
  const { clock, feed, quotes } = record();
  await feed.stop();
  expect(clock.running()).toBe(0);
  clock.advance(60_000);
  expect(quotes).toHaveLength(2);
});

test('a changed spread applies from the next quote on, and to that asset only', () => {
  const { feed, clock, of } = record();
  clock.advance(5_000);
  const [before, euros] = [of('BTCUSD').length, of('EURUSD').length];
  feed.changeSpread?.('BTCUSD', 0.01);
  feed.changeSpread?.('NONE', 1);
  clock.advance(5_000);
  const width = ([, bid, ask]: Quote) => (ask - bid) / ((ask + bid) / 2);
  const wide = of('BTCUSD').slice(before).map(width);
  expect(wide.length).toBeGreaterThan(4);
  expect(Math.min(...wide)).toBeGreaterThan(0.0079);
  expect(Math.max(...wide)).toBeLessThan(0.0121);
  expect(Math.max(...of('BTCUSD').slice(0, before).map(width))).toBeLessThan(0.0005);
  expect(Math.max(...of('EURUSD').slice(euros).map(width))).toBeLessThan(0.0001);
});

test('the current candle keeps the prices from before a change of spread: positions could be closed at them', () => {
  const { feed, clock, of } = record();
  feed.changeSpread?.('BTCUSD', 0.1);
  clock.advance(5_000);
  const wide = of('BTCUSD').length;
  feed.changeSpread?.('BTCUSD', 0.0004);
  clock.advance(5_000);
  const book = createCandleBook({ symbols: ['BTCUSD'] });
  const quotes = of('BTCUSD');
  for (const [, bid, ask, timeMs] of quotes) book.accept(0, bid, ask, timeMs);
  const bids = quotes.map(([, bid]) => bid);
  const [day] = book.unsaved('BTCUSD', '1d');
  expect(day).toMatchObject({ low: Math.min(...bids), high: Math.max(...bids), close: bids.at(-1) });
  expect(day!.low).toBeLessThan(Math.min(...bids.slice(wide)) * 0.97);
});
