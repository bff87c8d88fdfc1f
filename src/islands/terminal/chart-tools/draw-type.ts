import { CandlestickSeries, customSeriesDefaultOptions } from 'lightweight-charts';
import type { ChartType } from '../../../lib/contract/chart/chart-layout.ts';
import { onTheme } from '../../../stores/theme.ts';
import type { Bar, RateBar } from '../chart/bars.ts';
import { token } from '../chart/chart-style.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { heikinAshi, nextHeikinAshi } from './heikin-ashi.ts';
import { canvasColour } from './palette.ts';
import { createPlotView } from './plot-series.ts';
import type { PlotStyle } from './plot-series.ts';

export const isRateBar = (bar: Bar): bar is RateBar => 'close' in bar;

/** Draws the bars in another way than as candles. Returns a function that shows the candles again. */
export function drawType(chart: PriceChart, type: Exclude<ChartType, 'candles'>): () => void {
  chart.setCandles(false);
  const stop = type === 'heikinAshi' ? drawHeikinAshi(chart) : drawPlot(chart, type);
  return () => {
    stop();
    if (!chart.isRemoved()) chart.setCandles(true);
  };
}

/** Prices belong to the main series, so this one has no label, and nothing is drawn over the position's lines. */
const quiet = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;

function drawPlot(priceChart: PriceChart, type: 'bars' | 'line' | 'area'): () => void {
  const { chart, element, source } = priceChart.parts;
  const styleNow = (): PlotStyle => {
    const colour = canvasColour('blue');
    const [rise, fall] = ['--up', '--down'].map((name) => token(element, name));
    if (type !== 'bars') return { lines: [{ shape: type, colour, width: 2 }] };
    const hidden = { shape: 'none', colour: '' } as const;
    return { lines: [{ shape: 'ohlc', colour: rise ?? '', fallColour: fall ?? '' }, hidden, hidden, hidden] };
  };
  const view = createPlotView(styleNow(), () => ({ ...customSeriesDefaultOptions }));
  const series = chart.addCustomSeries(view, { ...quiet, ...sameScale });
  const dataOf = ({ time, open, high, low, close }: RateBar) => ({
    time,
    values: type === 'bars' ? [open, high, low, close] : [close],
  });
  const showAll = () => series.setData(source.bars.filter(isRateBar).map(dataOf));
  showAll();
  const stops = [
    source.listen((changed) => {
      if (changed === 'all') showAll();
      else changed.filter(isRateBar).forEach((bar) => series.update(dataOf(bar)));
    }),
    onTheme(() =>
      requestAnimationFrame(() => {
        view.style = styleNow();
        series.applyOptions({});
      }),
    ),
    () => priceChart.isRemoved() || chart.removeSeries(series),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The scale of the main series, without widening it: that one already holds high and low of every bar. */
const sameScale = { autoscaleInfoProvider: () => null } as const;

function drawHeikinAshi(priceChart: PriceChart): () => void {
  const { chart, element, source } = priceChart.parts;
  const series = chart.addSeries(CandlestickSeries, quiet);
  const paint = () => {
    const [up, down, surface] = ['--up', '--down', '--surface-1'].map((name) => token(element, name));
    series.applyOptions({
      ...{ upColor: surface ?? '', borderUpColor: up ?? '', wickUpColor: up ?? '' },
      ...{ downColor: down ?? '', borderDownColor: down ?? '', wickDownColor: down ?? '' },
    });
  };
  let drawn: RateBar[] = [];
  const showAll = () => {
    drawn = heikinAshi(source.bars.filter(isRateBar));
    series.setData(drawn);
  };
  const update = (bar: RateBar) => {
    if (drawn.at(-1)?.time === bar.time) drawn.pop();
    const next = nextHeikinAshi(drawn.at(-1), bar);
    drawn.push(next);
    series.update(next);
  };
  paint();
  showAll();
  const stops = [
    source.listen((changed) => (changed === 'all' ? showAll() : changed.filter(isRateBar).forEach(update))),
    onTheme(() => requestAnimationFrame(paint)),
    () => priceChart.isRemoved() || chart.removeSeries(series),
  ];
  return () => stops.forEach((stop) => stop());
}
