import { expect, test } from 'vitest';
import { createCalculator, isKnownFrom } from '../../../../src/islands/terminal/chart-indicators/calculate.ts';
import type { VolumeBar } from '../../../../src/islands/terminal/chart-indicators/calculate.ts';
import { areInputsOf, factsOf, indicatorNames } from '../../../../src/lib/charts/indicator-kinds.ts';
import type { IndicatorKind } from '../../../../src/lib/charts/indicator-kinds.ts';

const barOf = (time: number, open: number, high: number, low: number, close: number, volume?: number) =>
  ({ time, open, high, low, close, ...(volume !== undefined && { volume }) }) as VolumeBar;
const flat = (close: number, at: number) => barOf(at * 60, close, close, close, close);

const usual = (kind: IndicatorKind) =>
  Object.fromEntries(Object.entries(factsOf(kind).inputs).map(([name, range]) => [name, range.usual]));

function valuesOf(kind: IndicatorKind, inputs: Record<string, number>, bars: readonly VolumeBar[]): number[][] {
  const calculator = createCalculator({ kind, source: 'close', inputs });
  return bars.map((bar) => calculator.add(bar));
}

const rounded = (values: readonly (number | undefined)[]) => values.map((value) => Number(value?.toFixed(2)));

/** A reproducible walk of prices with volume. */
function walk(count: number): VolumeBar[] {
  let state = 7;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  let price = 100;
  return Array.from({ length: count }, (_, at) => {
    const open = price;
    const close = (price += random() * 4 - 2);
    return barOf(at * 3600, open, Math.max(open, close) + random(), Math.min(open, close) - random(), close, random());
  });
}

// The worked examples of StockCharts’ ChartSchool.
const rsiCloses = [
  ...[44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826],
  ...[45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439],
];
const averageCloses = [
  ...[22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29],
  ...[22.15, 22.39, 22.38, 22.61, 23.36],
];

test('RSI has the published values', () => {
  const values = valuesOf('rsi', { period: 14 }, rsiCloses.map(flat)).flat();
  expect(values.slice(0, 14).every(Number.isNaN)).toBe(true);
  expect(rounded(values.slice(14))).toEqual([70.53, 66.32, 66.55, 69.41, 66.36, 57.97]);
});

test('the moving average has the published values', () => {
  const values = valuesOf('ma', { period: 10 }, averageCloses.map(flat)).flat();
  expect(rounded(values.slice(9))).toEqual([22.22, 22.21, 22.23, 22.26, 22.3, 22.42]);
});

test('the exponential average follows its formula, and shows nothing before its period', () => {
  const values = valuesOf('ema', { period: 10 }, averageCloses.map(flat)).flat();
  let average = averageCloses[0] ?? 0;
  for (const close of averageCloses.slice(1)) average += (close - average) * (2 / 11);
  expect(values.at(-1)).toBeCloseTo(average, 10);
  expect(values.slice(0, 9).every(Number.isNaN)).toBe(true);
});

test('Bollinger Bands are two standard deviations of the population from the average', () => {
  const values = valuesOf('bollinger', { period: 8, width: 2 }, [2, 4, 4, 4, 5, 5, 7, 9].map(flat)).at(-1);
  expect(values).toEqual([5, 9, 1]);
});

test('ATR is Wilder’s average of true ranges', () => {
  const bars = [barOf(0, 10, 12, 9, 11), barOf(1, 11, 15, 10, 14), barOf(2, 20, 22, 19, 21)];
  // The ranges are 3, 5 and, from the close before, 8.
  expect(valuesOf('atr', { period: 2 }, bars).flat()).toEqual([NaN, 4, 6]);
});

test('the stochastic oscillator says where the close is between low and high', () => {
  const bars = [barOf(0, 1, 10, 0, 5), barOf(1, 5, 8, 4, 8), barOf(2, 8, 9, 2, 3)];
  const inputs = { period: 3, smooth: 1, signal: 1 };
  expect(valuesOf('stochastic', inputs, bars).at(-1)).toEqual([30, 30]);
});

test('MACD is the difference of two averages, with its own average and their difference', () => {
  const bars = walk(80);
  const [macd = 0, signal = 0, columns] = valuesOf('macd', usual('macd'), bars).at(-1) ?? [];
  const [fast = 0] = valuesOf('ema', { period: 12 }, bars).at(-1) ?? [];
  const [slow = 0] = valuesOf('ema', { period: 26 }, bars).at(-1) ?? [];
  expect(macd).toBeCloseTo(fast - slow, 10);
  expect(columns).toBeCloseTo(macd - signal, 10);
});

test('ADX tells a trend from none, and up from down', () => {
  const rising = Array.from({ length: 60 }, (_, at) => barOf(at, at, at + 2, at, at + 1));
  const [strength, up, down] = valuesOf('adx', { period: 14 }, rising).at(-1) ?? [];
  expect([strength, down]).toEqual([100, 0]);
  expect(up).toBeGreaterThan(40);
});

test('the Ichimoku lines are the middles of their ranges', () => {
  const bars = Array.from({ length: 60 }, (_, at) => barOf(at, at, at + 1, at, at + 1));
  const values = valuesOf('ichimoku', usual('ichimoku'), bars).at(-1);
  // The newest high is 60; the ranges begin 9, 26 and 52 bars back.
  expect(values).toEqual([(60 + 51) / 2, (60 + 34) / 2, (55.5 + 47) / 2, (60 + 8) / 2, 60]);
});

test('only VWAP needs volume', () => {
  const [bare, full] = [[barOf(0, 1, 1, 1, 1)], [barOf(0, 1, 1, 1, 1), barOf(60, 1, 1, 1, 1, 5)]];
  expect(indicatorNames.filter((kind) => !isKnownFrom(kind, bare))).toEqual(['vwap']);
  expect(indicatorNames.filter((kind) => !isKnownFrom(kind, full))).toEqual([]);
});

test('VWAP is weighted by volume, begins anew each UTC day, and is none without volume', () => {
  const bars = [barOf(0, 10, 10, 10, 10, 1), barOf(60, 20, 20, 20, 20, 3), barOf(86_400, 30, 30, 30, 30, 5)];
  expect(valuesOf('vwap', {}, bars).flat()).toEqual([10, 17.5, 30]);
  expect(valuesOf('vwap', {}, [flat(10, 1)]).flat()).toEqual([NaN]);
});

test('an indicator is calculated from the chosen price', () => {
  const calculator = createCalculator({ kind: 'ma', source: 'hlc3', inputs: { period: 1 } });
  expect(calculator.add(barOf(0, 1, 12, 3, 6))).toEqual([7]);
});

test.each(indicatorNames)('%s, updated with every price, is what all bars together give', (kind) => {
  const bars = walk(160);
  const inputs = usual(kind);
  expect(areInputsOf(kind, inputs)).toBe(true);
  const calculator = createCalculator({ kind, source: 'close', inputs });
  const live = bars.map((bar) => {
    calculator.add({ ...bar, high: bar.open, low: bar.open, close: bar.open });
    calculator.replace({ ...bar, close: bar.high });
    return calculator.replace(bar);
  });
  const whole = valuesOf(kind, inputs, bars);
  for (const [at, values] of whole.entries()) {
    const rounds = live[at]?.map((value) => Number(value.toFixed(8)));
    expect(rounds).toEqual(values.map((value) => Number(value.toFixed(8))));
  }
  expect(whole.at(-1)?.every(Number.isFinite)).toBe(true);
});
