import type { Candle } from '../../../lib/contract/entities.ts';
import { resolutionSeconds } from '../../../lib/trading/candle.ts';
import { roundRate } from '../../../lib/rate.ts';
import type { Queries } from '../../db/database.ts';
import type { AssetRow } from '../../market/assets-rows.ts';
import { loadAssets } from '../../market/assets-rows.ts';
import { createQuoteBook } from '../../market/quote-book.ts';
import type { ReplayQuotes } from '../../market/replay-file.ts';
import { createMovingAverageCrossover } from '../moving-average-crossover.ts';
import type { BacktestRequest } from './backtest-options.ts';
import { candlesOf, hasCandles } from './backtest-rows.ts';
import type { BacktestResult } from './backtest.ts';
import { createBacktest } from './backtest.ts';

/** A finished backtest, and the strategy and prices that it used. */
export interface BacktestRun {
  strategy: string;
  symbol: string;
  resolution: string;
  /** The source of the prices, as text for the report. */
  source: string;
  balanceMinor: number;
  leverage: number;
  /** A recording has times of day but no date. */
  isRecording: boolean;
  /**
   * The times of the first and the last quote, in unix milliseconds; for a recording, in milliseconds since midnight.
   */
  firstMs: number;
  lastMs: number;
  result: BacktestResult;
}

/** `reason` says, as a sentence, why the request cannot be traded or has no prices. */
export type BacktestOutcome = { ok: true; run: BacktestRun } | { ok: false; reason: string };

/** The default leverage for a recording, which has no asset. Every category has this leverage as its lowest. */
const lowestLeverage = 1;

/** Runs a backtest on the stored candles of a feed. Read-only. */
export async function backtestCandles(
  queries: Queries,
  feed: string,
  request: BacktestRequest,
): Promise<BacktestOutcome> {
  if (!(await hasCandles(queries))) return refused('There are no stored candles yet. The first start creates them.');
  const assets = await loadAssets(queries);
  const asset = assets.find(({ symbol }) => symbol === request.symbol);
  if (!asset) return refused(unknownSymbol(request.symbol, assets));
  const leverage = request.leverage ?? Math.min(...asset.leverages);
  if (!asset.leverages.includes(leverage)) return refused(wrongLeverage(asset, leverage));

  const { symbol, crossover, from, to } = request;
  const seconds = resolutionSeconds[crossover.resolution];
  const player = createPlayer(request, leverage);
  for await (const candle of candlesOf(queries, { feed, symbol, resolutionSeconds: seconds, from, to })) {
    for (const { bid, ask, timeMs } of quotesOf(candle, seconds, asset.quotedSpread)) player.accept(bid, ask, timeMs);
  }
  return player.finish(`stored candles of the feed ${feed}`);
}

/** Runs a backtest on the quotes of a recording, without those that the quote book would drop. */
export function backtestRecording(quotes: ReplayQuotes, request: BacktestRequest): BacktestOutcome {
  const { symbol, leverage } = request;
  const known = quotes.symbols.map((name) => ({ symbol: name }));
  if (!quotes.symbols.includes(symbol)) return refused(unknownSymbol(symbol, known));
  const player = createPlayer(request, leverage ?? lowestLeverage);
  const onQuote = (_: number, bid: number, ask: number, timeMs: number) => player.accept(bid, ask, timeMs);
  const book = createQuoteBook({ symbols: [symbol], onQuote });
  const wanted = quotes.symbols.indexOf(symbol);
  for (let index = 0; index < quotes.count; index++) {
    if (quotes.symbolIndexes[index] !== wanted) continue;
    const atMs = quotes.offsetsMs[index] ?? NaN;
    book.accept(symbol, quotes.bids[index] ?? NaN, quotes.asks[index] ?? NaN, atMs, atMs);
  }
  const dropped = Object.values(book.drops).reduce((sum, count) => sum + count, 0);
  return player.finish(`a recording of ${book.accepted} good quotes and ${dropped} that are dropped`);
}

function createPlayer({ symbol, crossover, balanceMinor, file }: BacktestRequest, leverage: number) {
  const strategy = createMovingAverageCrossover(crossover);
  const backtest = createBacktest({ strategy, symbol, balanceMinor, leverage });
  let [firstMs, lastMs] = [NaN, NaN];
  return {
    accept(bid: number, ask: number, timeMs: number): void {
      if (Number.isNaN(firstMs)) firstMs = timeMs;
      lastMs = timeMs;
      backtest.accept(bid, ask, timeMs);
    },
    finish(source: string): BacktestOutcome {
      if (Number.isNaN(firstMs)) return refused(`There are no prices for ${symbol} in the requested data.`);
      const { resolution } = crossover;
      const isRecording = file !== null;
      const facts = { strategy: strategy.name, symbol, resolution, source, balanceMinor, leverage };
      return { ok: true, run: { ...facts, isRecording, firstMs, lastMs, result: backtest.finish() } };
    },
  };
}

function refused(reason: string): BacktestOutcome {
  return { ok: false, reason };
}

function unknownSymbol(symbol: string, known: readonly { symbol: string }[]): string {
  return `There is no asset ${symbol}. Available: ${known.map((each) => each.symbol).join(', ')}.`;
}

function wrongLeverage({ symbol, leverages }: AssetRow, leverage: number): string {
  return `--leverage: expected one that ${symbol} has (${leverages.join(', ')}), found ${leverage}`;
}

/** A quote that may have produced a candle of bids. */
export interface CandleQuote {
  bid: number;
  ask: number;
  /** Unix milliseconds. */
  timeMs: number;
}

/**
 * Turns a candle of bids into four quotes, at its open, low, high and close, spread evenly over its time. Each ask is
 * above its bid by the asset's quoted spread (a fraction), rounded to 10 significant digits. Aggregating the quotes
 * gives the same candle again; the real prices in between are unknown.
 */
export function quotesOf({ time, open, low, high, close }: Candle, seconds: number, spread: number): CandleQuote[] {
  return [open, low, high, close].map((bid, at) => ({
    bid,
    ask: roundRate(bid * (1 + spread)),
    timeMs: (time + (seconds * at) / 4) * 1000,
  }));
}
