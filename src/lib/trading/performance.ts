import type { StoredResolution } from '../contract/calls.ts';
import type { PerformancePeriod } from '../contract/performance-call.ts';
import { resolutionSeconds } from './candle.ts';
import { divideHalfEven } from './profit.ts';

/** What closed positions made together. Money is in minor units, and losses are negative. */

/** The most steps of a curve; more could not be told apart on a screen. */
export const mostCurveSteps = 200;

/** The closed positions of one asset. */
export interface AssetTrades {
  symbol: string;
  trades: number;
  wins: number;
  losses: number;
  /** The sum of all profits. */
  wonMinor: number;
  /** The sum of all losses. */
  lostMinor: number;
  bestMinor: number;
  worstMinor: number;
}

/** One or several positions, closed one after the other, at the instant of the last. */
export interface CurveStep {
  closedAtMs: number;
  profitMinor: number;
}

export interface CurvePoint {
  timeMs: number;
  /** Everything since the start of the curve. */
  profitMinor: number;
}

export interface Trade {
  symbol: string;
  profitMinor: number;
}

/** `null`: there is nothing to divide, or nothing to divide by. */
export interface Performance {
  trades: number;
  wins: number;
  losses: number;
  wonMinor: number;
  lostMinor: number;
  profitMinor: number;
  /** Wins of all trades in percent, rounded to two decimals. */
  winPercent: number | null;
  averageWinMinor: number | null;
  averageLossMinor: number | null;
  /** Won divided by lost, rounded to two decimals. */
  profitFactor: number | null;
  best: Trade | null;
  worst: Trade | null;
  /** The most profitable asset first; assets of equal profit in the order of their symbols. */
  assets: (AssetTrades & { profitMinor: number })[];
}

/** Sums up the closed positions of every asset. Averages are rounded once, half to even. */
export function sumUpTrades(traded: readonly AssetTrades[]): Performance {
  const assets = traded
    .map((asset) => ({ ...asset, profitMinor: asset.wonMinor + asset.lostMinor }))
    .sort((a, b) => b.profitMinor - a.profitMinor || (a.symbol < b.symbol ? -1 : 1));
  const sum = (of: (asset: AssetTrades) => number) => assets.reduce((total, asset) => total + of(asset), 0);
  const [trades, wins, losses] = [
    sum((asset) => asset.trades),
    sum((asset) => asset.wins),
    sum((asset) => asset.losses),
  ];
  const [wonMinor, lostMinor] = [sum((asset) => asset.wonMinor), sum((asset) => asset.lostMinor)];
  const best = assets.toSorted((a, b) => b.bestMinor - a.bestMinor)[0];
  const worst = assets.toSorted((a, b) => a.worstMinor - b.worstMinor)[0];
  return {
    ...{ trades, wins, losses, wonMinor, lostMinor, assets },
    profitMinor: wonMinor + lostMinor,
    winPercent: inHundredths(wins * 100, trades),
    averageWinMinor: quotient(wonMinor, wins),
    averageLossMinor: quotient(lostMinor, losses),
    profitFactor: inHundredths(wonMinor, -lostMinor),
    best: best ? { symbol: best.symbol, profitMinor: best.bestMinor } : null,
    worst: worst ? { symbol: worst.symbol, profitMinor: worst.worstMinor } : null,
  };
}

/** Both are integers, and may be too large for a product of them to be one. */
function quotient(numerator: number, denominator: number, factor = 1n): number | null {
  return denominator === 0 ? null : Number(divideHalfEven(BigInt(numerator) * factor, BigInt(denominator)));
}

function inHundredths(numerator: number, denominator: number): number | null {
  const hundredths = quotient(numerator, denominator, 100n);
  return hundredths === null ? null : hundredths / 100;
}

const dayMs = 24 * 60 * 60 * 1000;

/** When a period that ends at `nowMs` begins; null: it has no beginning. Months are those of the calendar, in UTC. */
export function periodStart(period: PerformancePeriod, nowMs: number): number | null {
  if (period === 'all') return null;
  if (period === '7d') return nowMs - 7 * dayMs;
  return period === '30d' ? nowMs - 30 * dayMs : new Date(nowMs).setUTCFullYear(new Date(nowMs).getUTCFullYear() - 1);
}

/**
 * The closed profit over time: zero at `fromMs`, the sum so far after each step, and the last sum again at `untilMs`.
 * Empty without a step. Steps are oldest first.
 */
export function profitCurve(
  steps: readonly CurveStep[],
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): CurvePoint[] {
  if (steps.length === 0) return [];
  const curve: CurvePoint[] = [{ timeMs: fromMs, profitMinor: 0 }];
  let last = curve[0];
  for (const { closedAtMs, profitMinor } of steps) {
    last = { timeMs: closedAtMs, profitMinor: (last?.profitMinor ?? 0) + profitMinor };
    curve.push(last);
  }
  // A position may have been closed since the clock was read.
  if (last) curve.push({ ...last, timeMs: Math.max(untilMs, last.timeMs) });
  return curve;
}

/** Evenly spaced instants at which open positions are valued: `count` steps from `fromMs` on, one more than steps. */
export interface Instants {
  fromMs: number;
  stepMs: number;
  count: number;
  /** Of the candles that have the prices. */
  resolution: StoredResolution;
}

/** The most steps between instants. */
const mostInstants = 120;

/** Spaces instants from the first to the last moment of a range, at least a candle apart. */
export function spaceInstants({ fromMs, untilMs }: { fromMs: number; untilMs: number }): Instants {
  const spanMs = Math.max(0, untilMs - fromMs);
  // A read of candles ends at 5,000 of them.
  const resolution = spanMs < 200 * dayMs ? '1h' : spanMs < 800 * dayMs ? '4h' : '1d';
  const candles = Math.floor(spanMs / (resolutionSeconds[resolution] * 1000));
  const count = Math.min(mostInstants, Math.max(1, candles));
  return { fromMs, stepMs: spanMs / count, count, resolution };
}

/** What the positions in one asset that were opened or closed since the instant before changed. */
export interface ExposureChange {
  symbol: string;
  /** The number of the instant, from 0. */
  instant: number;
  /** Open profit at a bid is `units` × bid + `constantMinor`, summed over all changes so far. */
  units: number;
  constantMinor: number;
  /** Profit of the positions that were closed. */
  closedMinor: number;
}

/**
 * What all positions had made at each instant, open ones valued at the bid of that time: zero at the first instant.
 * Instants at which an asset with open positions has no price are left out. Money is rounded at each point.
 *
 * @param bidOf The bid of an asset at an instant; null if it is not known. Instants ascend.
 */
export function equityCurve(
  changes: readonly ExposureChange[],
  { fromMs, stepMs, count }: Instants,
  bidOf: (symbol: string, timeMs: number) => number | null,
): CurvePoint[] {
  const byInstant = Map.groupBy(changes, ({ instant }) => instant);
  const held = new Map<string, { units: number; constantMinor: number }>();
  const points: CurvePoint[] = [];
  let closedMinor = 0;
  for (let instant = 0; instant <= count; instant++) {
    for (const change of byInstant.get(instant) ?? []) {
      const before = held.get(change.symbol) ?? { units: 0, constantMinor: 0 };
      const units = before.units + change.units;
      held.set(change.symbol, { units, constantMinor: before.constantMinor + change.constantMinor });
      closedMinor += change.closedMinor;
    }
    const timeMs = Math.round(fromMs + instant * stepMs);
    let made: number | null = closedMinor;
    for (const [symbol, { units, constantMinor }] of held) {
      const bid = isNothing(units) ? 0 : bidOf(symbol, timeMs);
      made = made === null || bid === null ? null : made + units * bid + constantMinor;
    }
    if (made !== null) points.push({ timeMs, profitMinor: made });
  }
  const first = points[0]?.profitMinor ?? 0;
  return points.map(({ timeMs, profitMinor }) => ({ timeMs, profitMinor: Math.round(profitMinor - first) }));
}

/** Sums of fractions that add up to nothing are not exactly zero. */
const isNothing = (units: number) => Math.abs(units) < 1e-9;
