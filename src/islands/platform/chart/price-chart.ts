import { CandlestickSeries, ColorType, createChart, CrosshairMode, LineStyle } from 'lightweight-charts';
import type { IChartApi, IPriceLine, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { formatRate, rateDecimals } from '../../../lib/format/format-number.ts';
import { bucketStart, foldRate, openCandle } from '../../../lib/trading/candle.ts';
import { keptRange } from './kept-range.ts';

/** A level that is marked on the chart. */
export interface ChartLevel {
  rate: number;
  title: string;
  trend: 'up' | 'down';
}

export interface PriceChart {
  /** Shows candles, oldest first; the newest goes on with `addRate`. Of the same chart loaded again the view is kept. */
  show: (candles: readonly Candle[], parts: { seconds: number; isSame: boolean }) => void;
  /** Folds the newest bid into the last bar, or opens the next one; `timeMs` is now. */
  addRate: (rate: number, timeMs: number) => void;
  mark: (levels: readonly ChartLevel[]) => void;
  /** Takes the colours of the page's theme over; what is in view stays. */
  paint: () => void;
  remove: () => void;
}

/** Where the whole range would be narrower than this a bar, a screen shows the newest part of it and scrolls to the rest. */
const narrowestBarPx = 1.25;
const readableBarPx = 3;

/** More levels than these are lines without labels: the labels would hide the newest bars. */
const mostLabels = 3;

/** Draws candles into an element of the page. Times are UTC: the library knows no other. */
export function createPriceChart(element: HTMLElement, locale: string): PriceChart {
  const chart = createChart(element, chartOptions(locale));
  const series = chart.addSeries(CandlestickSeries, { priceLineStyle: LineStyle.Dotted });
  const lines: IPriceLine[] = [];
  let last: Candle | undefined;
  let seconds = 0;
  let count = 0;
  paint(chart, series, element);

  return {
    show(candles, { seconds: bucketSeconds, isSame }) {
      const view = isSame ? chart.timeScale().getVisibleLogicalRange() : null;
      const kept = view && last && keptRange(view, { count, lastTime: last.time }, candles);
      const newest = candles.at(-1);
      last = newest && { ...newest };
      seconds = bucketSeconds;
      series.applyOptions({ priceFormat: { type: 'custom', minMove: minMoveOf(newest), formatter: rateText(locale) } });
      chart.timeScale().applyOptions({ timeVisible: seconds < 86_400 });
      series.setData(candles.map(barOf));
      count = candles.length;
      if (kept) chart.timeScale().setVisibleLogicalRange(kept);
      else frame(chart, count);
    },
    addRate(rate, timeMs) {
      if (!last) return;
      // A clock behind the server's must not send the chart back in time.
      const time = Math.max(bucketStart(timeMs, seconds), last.time);
      if (time === last.time) foldRate(last, rate);
      else {
        last = openCandle(time, rate);
        count += 1;
      }
      series.update(barOf(last));
    },
    mark(levels) {
      lines.splice(0).forEach((line) => series.removePriceLine(line));
      for (const { rate, title, trend } of levels) {
        const color = token(element, trend === 'up' ? '--up' : '--down');
        const axisLabelVisible = levels.length <= mostLabels;
        lines.push(
          series.createPriceLine({
            price: rate,
            title: axisLabelVisible ? title : '',
            color,
            axisLabelVisible,
            lineWidth: 1,
            lineStyle: LineStyle.Dashed,
          }),
        );
      }
    },
    paint: () => paint(chart, series, element),
    remove: () => chart.remove(),
  };
}

/** A bar in the library's words. */
function barOf({ time, open, high, low, close }: Candle) {
  return { time: time as UTCTimestamp, open, high, low, close };
}

function minMoveOf(candle: Candle | undefined): number {
  return 10 ** -rateDecimals(candle?.close ?? 1);
}

function rateText(locale: string): (rate: number) => string {
  return (rate) => formatRate(rate, locale);
}

/** The whole range where there is room for it. */
function frame(chart: IChartApi, count: number) {
  const widthPx = chart.timeScale().width();
  if (widthPx >= count * narrowestBarPx) chart.timeScale().fitContent();
  else chart.timeScale().setVisibleLogicalRange({ from: count - widthPx / readableBarPx, to: count + 2 });
}

function chartOptions(locale: string) {
  return {
    autoSize: true,
    localization: { locale },
    crosshair: { mode: CrosshairMode.Normal },
    // The library's logo brings inline styles that our policy forbids; the link is beside the chart instead.
    layout: { attributionLogo: false, fontSize: 12 },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, rightOffset: 2, minBarSpacing: 0.5 },
  };
}

function token(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

function paint(chart: IChartApi, series: ISeriesApi<'Candlestick'>, element: HTMLElement) {
  const [up, down] = [token(element, '--up'), token(element, '--down')];
  const hairline = token(element, '--hairline');
  const label = token(element, '--surface-3');
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: token(element, '--surface-1') },
      textColor: token(element, '--text-quiet'),
      fontFamily: getComputedStyle(element).fontFamily,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: hairline } },
    crosshair: { vertLine: { labelBackgroundColor: label }, horzLine: { labelBackgroundColor: label } },
  });
  series.applyOptions({
    upColor: up,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    priceLineColor: token(element, '--text-faint'),
  });
}
