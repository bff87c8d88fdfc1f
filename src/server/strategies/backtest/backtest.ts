import type { Candle, Direction } from '../../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle, resolutionSeconds } from '../../../lib/trading/candle.ts';
import { closingRate, openingRate } from '../../../lib/trading/quote.ts';
import { shareOfFreeMargin } from '../../../lib/trading/margin.ts';
import { profitMinor } from '../../../lib/trading/profit.ts';
import type { Quote } from '../../../lib/trading/quote.ts';
import { triggeredReason } from '../../../lib/trading/levels.ts';
import type { Intent, Strategy } from '../strategy.ts';
import { allowedPercent } from '../strategy.ts';

export interface BacktestOptions {
  strategy: Strategy;
  symbol: string;
  balanceMinor: number;
  leverage: number;
}

/**
 * Why a position of a backtest closed: by a signal of the strategy (4), at the termination price (3), or because the
 * data ended (null).
 */
export type BacktestReason = 3 | 4 | null;

/** A position of a backtest. Money in minor units, instants in unix milliseconds. */
export interface BacktestTrade {
  direction: Direction;
  amountMinor: number;
  leverage: number;
  openedMs: number;
  openRate: number;
  closedMs: number;
  closedRate: number;
  profitMinor: number;
  reason: BacktestReason;
}

type OpenTrade = Pick<BacktestTrade, 'direction' | 'amountMinor' | 'leverage' | 'openedMs' | 'openRate'>;

export interface BacktestResult extends Pick<EquityCurve, 'largestDrawdownMinor' | 'largestDrawdownPercent'> {
  trades: BacktestTrade[];
  /** The number of candles that closed. */
  candles: number;
  finalBalanceMinor: number;
}

export interface Backtest {
  /**
   * Processes the next quote. The position may close at it. If the quote closes a candle, it also fills the signal of
   * that candle.
   */
  accept: (bid: number, ask: number, timeMs: number) => void;
  /** Closes the open position at the last quote and returns the result. Call it once, at the end. */
  finish: () => BacktestResult;
}

/** The state of a backtest after a quote. */
interface Run {
  balanceMinor: number;
  position: OpenTrade | null;
  trades: BacktestTrade[];
  closed: Candle[];
  candles: number;
  current: Candle | null;
}

type Sides = Pick<Quote, 'bid' | 'ask' | 'timeMs'>;

/**
 * Trades a strategy on quotes of one symbol by the product's own rules: candles are aggregated from the bids, and a
 * signal is filled at the first quote after its candle. Decisions never use later prices. Pure.
 */
export function createBacktest(options: BacktestOptions): Backtest {
  const { strategy, symbol, balanceMinor } = options;
  const seconds = resolutionSeconds[strategy.resolution];
  const run: Run = { balanceMinor, position: null, trades: [], closed: [], candles: 0, current: null };
  const curve = createEquityCurve(balanceMinor);
  let last: Sides | undefined;

  function accept(bid: number, ask: number, timeMs: number): void {
    const quote = { bid, ask, timeMs };
    last = quote;
    trigger(run, quote);
    const time = bucketStart(timeMs, seconds);
    if (run.current && time > run.current.time) {
      run.closed = [...run.closed, run.current].slice(-strategy.candleCount);
      run.candles += 1;
      run.current = null;
      const intents = strategy.decide({ symbol, candles: run.closed, quote: { bid, ask } });
      for (const intent of intents) carryOut(run, intent, quote, options.leverage);
    }
    run.current ??= openCandle(time, bid);
    foldRate(run.current, bid);
    curve.accept(run.balanceMinor + (run.position ? profitAt(run.position, quote) : 0));
  }

  return {
    accept,
    finish() {
      if (last) close(run, last, null);
      const { trades, candles, balanceMinor: finalBalanceMinor } = run;
      const { largestDrawdownMinor, largestDrawdownPercent } = curve;
      return { trades, candles, finalBalanceMinor, largestDrawdownMinor, largestDrawdownPercent };
    },
  };
}

function trigger(run: Run, quote: Sides): void {
  const { position } = run;
  if (!position) return;
  const facts = { ...position, takeProfit: null, stopLoss: null, protected: false };
  if (triggeredReason(facts, closingRate(position.direction, quote)) === 3) close(run, quote, 3);
}

function carryOut(run: Run, intent: Intent, quote: Sides, leverage: number): void {
  const { direction } = intent;
  if (intent.kind === 'close') {
    if (run.position?.direction === direction) close(run, quote, 4);
    return;
  }
  if (run.position) return;
  const amountMinor = shareOfFreeMargin({ balanceMinor: run.balanceMinor, investedMinor: 0 }, allowedPercent(intent));
  if (amountMinor === null) return;
  const openRate = openingRate(direction, quote);
  run.position = { direction, amountMinor, leverage, openedMs: quote.timeMs, openRate };
}

function close(run: Run, quote: Sides, reason: BacktestReason): void {
  const { position } = run;
  if (!position) return;
  const profit = profitAt(position, quote);
  run.balanceMinor += profit;
  run.position = null;
  const closedRate = closingRate(position.direction, quote);
  run.trades.push({ ...position, closedMs: quote.timeMs, closedRate, profitMinor: profit, reason });
}

function profitAt({ direction, openRate, amountMinor, leverage }: OpenTrade, quote: Sides): number {
  return profitMinor({ direction, openRate, closeRate: closingRate(direction, quote), amountMinor, leverage });
}

/** The largest drawdown of an account's equity so far. Money in minor units. */
interface EquityCurve {
  accept: (equityMinor: number) => void;
  /** The largest fall from a peak of the equity to a later low. */
  readonly largestDrawdownMinor: number;
  /** The same fall in percent of that peak. */
  readonly largestDrawdownPercent: number;
}

function createEquityCurve(startMinor: number): EquityCurve {
  let peakMinor = startMinor;
  let largest = { minor: 0, percent: 0 };
  return {
    accept(equityMinor) {
      if (equityMinor > peakMinor) peakMinor = equityMinor;
      const minor = peakMinor - equityMinor;
      if (minor > largest.minor) largest = { minor, percent: (100 * minor) / peakMinor };
    },
    get largestDrawdownMinor() {
      return largest.minor;
    },
    get largestDrawdownPercent() {
      return largest.percent;
    },
  };
}
