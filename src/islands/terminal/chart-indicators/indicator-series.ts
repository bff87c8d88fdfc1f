import { customSeriesDefaultOptions } from 'lightweight-charts';
import type { AutoscaleInfo, CustomSeriesOptions, Time } from 'lightweight-charts';
import type { ChartIndicator } from '../../../lib/contract/chart/chart-layout.ts';
import { formatNumber, formatRate, formatRateDistance } from '../../../lib/format/format-number.ts';
import { factsOf } from '../../../lib/charts/indicator-kinds.ts';
import type { RateBar } from '../chart/bars.ts';
import type { ChartBars, PriceChart } from '../chart/price-chart.ts';
import { isRateBar } from '../chart-tools/draw-type.ts';
import { createPlotView } from '../chart-tools/plot-series.ts';
import type { PlotData } from '../chart-tools/plot-series.ts';
import { createCalculator } from './calculate.ts';
import { plotStyleOf } from './plot-style.ts';

/** A drawn indicator. */
export interface DrawnIndicator {
  indicator: ChartIndicator;
  /** The pane, counted from the top; 0 is that of the prices. */
  paneIndex: number;
  /** The values under the crosshair, or at the newest bar; none where there is no bar. */
  values: (time: Time | undefined) => readonly number[];
  /** A value as the reader's language writes it. */
  textOf: (value: number) => string;
  /** Applies the colours of the page's theme. */
  paint: () => void;
  remove: () => void;
}

/** The share of a pane's height compared with that of the prices. */
const paneShare = 0.28;

/** Draws an indicator and keeps it up to date. A live price changes the last values only. */
export function drawIndicator(
  priceChart: PriceChart,
  { indicator, paneIndex, locale }: { indicator: ChartIndicator; paneIndex: number; locale: string },
): DrawnIndicator {
  const { chart, element, source } = priceChart.parts;
  const textOf = (value: number) => valueText(value, { indicator, source, locale });
  const view = createPlotView(plotStyleOf(indicator, element), () => ({ ...customSeriesDefaultOptions }));
  const series = chart.addCustomSeries(
    view,
    {
      // The legend says it; on the axis it would cover the texts of ticks.
      lastValueVisible: false,
      priceLineVisible: false,
      color: view.style.lines[0]?.colour ?? '',
      priceFormat: { type: 'custom', minMove: 1e-8, formatter: textOf },
      autoscaleInfoProvider: withLevels(view.style.levels),
    },
    paneIndex,
  );
  if (paneIndex > 0) series.getPane().setStretchFactor(paneShare);
  const kept = keepValues(indicator, source, {
    setAll: (data) => series.setData(data),
    setLast: (data) => series.update(data),
  });
  const paint = () => {
    view.style = plotStyleOf(indicator, element);
    series.applyOptions({ color: view.style.lines[0]?.colour ?? '' });
  };
  return {
    indicator,
    paneIndex,
    values: kept.valuesAt,
    textOf,
    paint,
    remove() {
      kept.stop();
      if (!priceChart.isRemoved()) chart.removeSeries(series);
    },
  };
}

interface ValueOptions {
  indicator: ChartIndicator;
  source: ChartBars;
  locale: string;
}

function valueText(value: number, { indicator, source, locale }: ValueOptions): string {
  const { kind } = indicator;
  if (factsOf(kind).isOverlay) return formatRate(value, locale);
  const of = source.bars.findLast(isRateBar)?.close;
  const isDistance = kind === 'macd' || kind === 'atr';
  return isDistance && of !== undefined ? formatRateDistance(value, { of, locale }) : formatNumber(value, locale, 2);
}

/** Keeps the levels of an oscillator in view, so that a line between them is seen to be between them. */
function withLevels(levels: readonly number[] = []): CustomSeriesOptions['autoscaleInfoProvider'] {
  if (levels.length === 0) return undefined;
  return (original: () => AutoscaleInfo | null) => {
    const info = original();
    if (!info?.priceRange) return info;
    const { minValue, maxValue } = info.priceRange;
    return {
      ...info,
      priceRange: { minValue: Math.min(minValue, ...levels), maxValue: Math.max(maxValue, ...levels) },
    };
  };
}

interface Shown {
  setAll: (data: PlotData[]) => void;
  setLast: (data: PlotData) => void;
}

/** Calculates the values of all bars, and from then on only those of the bar that a live price changed or began. */
function keepValues(indicator: ChartIndicator, source: ChartBars, shown: Shown) {
  let calculator = createCalculator(indicator);
  let byTime = new Map<Time, readonly number[]>();
  let last: Time | undefined;
  const dataOf = (bar: RateBar): PlotData => {
    const values = bar.time === last ? calculator.replace(bar) : calculator.add(bar);
    last = bar.time;
    byTime.set(bar.time, values);
    return { time: bar.time, values };
  };
  const calculateAll = () => {
    calculator = createCalculator(indicator);
    byTime = new Map();
    last = undefined;
    shown.setAll(source.bars.filter(isRateBar).map(dataOf));
  };
  calculateAll();
  const stop = source.listen((changed) => {
    if (changed === 'all') calculateAll();
    else for (const bar of changed) if (isRateBar(bar)) shown.setLast(dataOf(bar));
  });
  return { stop, valuesAt: (time: Time | undefined) => byTime.get(time ?? last ?? '') ?? [] };
}
