import {
  ADX,
  ATR,
  BollingerBands,
  EMA,
  IchimokuCloud,
  MACD,
  RSI,
  SMA,
  StochasticOscillator,
  VWAP,
} from 'trading-signals';
import type { ChartIndicator } from '../../../lib/contract/chart/chart-layout.ts';
import type { IndicatorKind, IndicatorSource } from '../../../lib/charts/indicator-kinds.ts';
import type { RateBar } from '../chart/bars.ts';

/** A bar whose prices may come with volume. */
export type VolumeBar = RateBar & { volume?: number };

/** The values of an indicator, one for each of its lines; NaN: none yet. */
export interface Calculator {
  /** The values at the next bar. */
  add: (bar: VolumeBar) => number[];
  /** The values at the last bar again, after it has changed. Costs no more than one bar, however many there are. */
  replace: (bar: VolumeBar) => number[];
}

type Prices = Pick<RateBar, 'open' | 'high' | 'low' | 'close'>;

const sources: Readonly<Record<IndicatorSource, (bar: Prices) => number>> = {
  close: ({ close }) => close,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: ({ high, low, close }) => (high + low + close) / 3,
  ohlc4: ({ open, high, low, close }) => (open + high + low + close) / 4,
};

type Update = (bar: VolumeBar, isSame: boolean) => number[];
type Inputs = Readonly<Record<string, number>>;
type PriceOf = (bar: Prices) => number;

const known = (value: number | null | undefined) => value ?? NaN;

const percent = (share: unknown) => (typeof share === 'number' ? share * 100 : NaN);

/** The value of an average that has seen enough bars. */
const settled = (average: EMA, value: number | null) => (average.isStable ? known(value) : NaN);

const factories: Readonly<Record<IndicatorKind, (inputs: Inputs, priceOf: PriceOf) => Update>> = {
  ma({ period = 0 }, priceOf) {
    const average = new SMA(period);
    return (bar, isSame) => [known(average.update(priceOf(bar), isSame))];
  },
  ema({ period = 0 }, priceOf) {
    const average = new EMA(period);
    return (bar, isSame) => [settled(average, average.update(priceOf(bar), isSame))];
  },
  bollinger({ period = 0, width = 0 }, priceOf) {
    const bands = new BollingerBands(period, width);
    return (bar, isSame) => {
      const result = bands.update(priceOf(bar), isSame);
      return [known(result?.middle), known(result?.upper), known(result?.lower)];
    };
  },
  vwap: () => createVwap(),
  ichimoku({ conversion = 0, base = 0, span = 0 }) {
    const cloud = new IchimokuCloud({ conversionInterval: conversion, baseInterval: base, spanBInterval: span });
    return (bar, isSame) => {
      const result = cloud.update(bar, isSame);
      return [...[result?.conversion, result?.base, result?.spanA, result?.spanB].map(known), bar.close];
    };
  },
  rsi({ period = 0 }, priceOf) {
    const strength = new RSI(period);
    return (bar, isSame) => [known(strength.update(priceOf(bar), isSame))];
  },
  macd({ fast = 0, slow = 0, signal = 0 }, priceOf) {
    const average = new EMA(signal);
    const macd = new MACD(new EMA(fast), new EMA(slow), average);
    return (bar, isSame) => {
      const result = macd.update(priceOf(bar), isSame);
      const isSettled = average.isStable && result !== null;
      return [known(result?.macd), isSettled ? result.signal : NaN, isSettled ? result.histogram : NaN];
    };
  },
  atr({ period = 0 }) {
    const range = new ATR(period);
    return (bar, isSame) => [known(range.update(bar, isSame))];
  },
  stochastic({ period = 0, smooth = 0, signal = 0 }) {
    const oscillator = new StochasticOscillator({ kPeriod: period, kSlowingPeriod: smooth, dPeriod: signal });
    return (bar, isSame) => {
      const result = oscillator.update(bar, isSame);
      return [known(result?.stochK), known(result?.stochD)];
    };
  },
  adx({ period = 0 }) {
    const index = new ADX(period);
    return (bar, isSame) => {
      const strength = index.update(bar, isSame);
      return [known(strength), percent(index.pdi), percent(index.mdi)];
    };
  },
};

/** Whether an indicator can be calculated from these bars. No volume is ever invented. */
export function isKnownFrom(kind: IndicatorKind, bars: readonly Partial<VolumeBar>[]): boolean {
  return kind !== 'vwap' || bars.some(({ volume }) => volume !== undefined);
}

/** Begins at midnight UTC each day, as a trading session does. Without volume there is none. */
function createVwap(): Update {
  let day = -1;
  let average = new VWAP();
  return (bar, isSame) => {
    const { volume } = bar;
    if (volume === undefined) return [NaN];
    const today = Math.floor(bar.time / 86_400);
    if (today !== day && !isSame) {
      day = today;
      average = new VWAP();
    }
    return [known(average.update({ ...bar, volume }, isSame))];
  };
}

/** Calculates an indicator bar by bar, the oldest first. */
export function createCalculator({
  kind,
  source,
  inputs,
}: Pick<ChartIndicator, 'kind' | 'source' | 'inputs'>): Calculator {
  const begin = () => factories[kind](inputs, sources[source]);
  let update = begin();
  let count = 0;
  return {
    add(bar) {
      count += 1;
      return update(bar, false);
    },
    replace(bar) {
      if (count > 1) return update(bar, true);
      // ADX of the library takes a first bar that is replaced for two.
      update = begin();
      return update(bar, false);
    },
  };
}
