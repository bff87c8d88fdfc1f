import { CandlestickSeries, createChart, LineStyle } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { formatRate, rateDecimals } from '../../../lib/format/format-number.ts';
import { resolutionSeconds } from '../../../lib/trading/candle.ts';
import { barsOf, createNewestBar } from './bars.ts';
import type { ChartLine } from './chart-lines.ts';
import { applyTheme, chartOptions, createLineDrawer } from './chart-style.ts';
import type { ThemedParts } from './chart-style.ts';
import { countPaints, followView, fitBars, widestBarPx } from './chart-view.ts';
import type { ChartEvents, ChartView } from './chart-view.ts';

/** The bar that the legend describes; it has only a time if the market was silent. */
export type ShownBar = Partial<Candle>;

export interface PriceChart extends Pick<ChartView, '$isPast' | 'showLatest'> {
  /** The bar under the crosshair, or the newest bar. */
  $bar: ReadableAtom<ShownBar | undefined>;
  /** The number of redraws. After each one, elements over the chart may have to move. */
  $paints: ReadableAtom<number>;
  /** Shows candles, oldest first; `addRate` continues the newest. The view does not move unless `isFitted`. */
  show: (candles: readonly Candle[], parts: { resolution: CandleResolution; isFitted: boolean }) => void;
  /**
   * Adds the newest bid to the last bar, or starts the next one. `timeMs` is when it was quoted, by the server's clock.
   */
  addRate: (rate: number, timeMs: number) => void;
  draw: (lines: readonly ChartLine[]) => void;
  /** Applies the colours of the page's theme; the view stays where it is. */
  paint: () => void;
  /** Distance of a rate from the upper edge, in pixels; null while nothing is shown. */
  yOf: (rate: number) => number | null;
  /** The rate at a height on the screen, and the rate difference per pixel there; null while nothing is shown. */
  rateAt: (clientY: number) => { rate: number; pixelRate: number } | null;
  /** The size without the axes, in pixels. */
  size: () => { width: number; height: number };
  remove: () => void;
}

/** Draws candles into an element of the page. Times are UTC, the only zone the library knows. */
export function createPriceChart(element: HTMLElement, locale: string, events: ChartEvents): PriceChart {
  const chart = createChart(element, chartOptions(locale));
  // The library's own price line would show the last visible bar's price, not the newest.
  const series = chart.addSeries(CandlestickSeries, { lastValueVisible: false, priceLineVisible: false });
  const nowLine = series.createPriceLine({ price: 0, lineStyle: LineStyle.Dotted, lineWidth: 1 });
  const lines = createLineDrawer(series, element);
  const paint = () => {
    applyTheme({ chart, series, nowLine, element });
    lines.draw();
  };
  const size = () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 });

  paint();
  const { makeRoom, ...view } = followView(chart, element, events);
  chart.subscribeDblClick(() => fitBars(chart, series.data().length));
  chart.subscribeClick(({ point }) => {
    const line = point && lines.at(point.y);
    if (line) events.onLine(line);
  });
  return {
    ...showBars({ chart, series, nowLine }, { locale, timeOf: events.timeOf }),
    ...view,
    $paints: countPaints(series),
    draw(shown) {
      lines.draw(shown);
      makeRoom(shown.length > 0);
    },
    paint,
    size,
    yOf: (rate) => series.priceToCoordinate(rate),
    rateAt(clientY) {
      const y = Math.max(0, Math.min(clientY - element.getBoundingClientRect().top, size().height));
      const [rate, next] = [series.coordinateToPrice(y), series.coordinateToPrice(y + 1)];
      return rate === null || next === null ? null : { rate, pixelRate: rate - next };
    },
    remove: () => chart.remove(),
  };
}

type ChartParts = Pick<ThemedParts, 'chart' | 'series' | 'nowLine'>;

/** The part of the chart that manages its bars. */
function showBars(
  { chart, series, nowLine }: ChartParts,
  { locale, timeOf }: { locale: string } & Pick<ChartEvents, 'timeOf'>,
): Pick<PriceChart, '$bar' | 'show' | 'addRate'> {
  const newest = createNewestBar();
  const $bar = atom<ShownBar | undefined>();
  let pointed: ShownBar | undefined;
  const tell = () => $bar.set(pointed && pointed.time !== newest.last?.time ? pointed : { ...newest.last });
  const tellNewest = () => {
    if (newest.last) nowLine.applyOptions({ price: newest.last.close });
    tell();
  };

  chart.subscribeCrosshairMove(({ time, seriesData }) => {
    pointed = time === undefined ? undefined : ({ ...seriesData.get(series), time } as ShownBar);
    tell();
  });

  return {
    $bar,
    show(candles, { resolution, isFitted }) {
      const seconds = resolutionSeconds[resolution];
      const bars = barsOf(candles, seconds);
      newest.begin(candles.at(-1), seconds);
      const minMove = 10 ** -rateDecimals(newest.last?.close ?? 1);
      const formatter = (rate: number) => formatRate(rate, locale);
      series.applyOptions({ priceFormat: { type: 'custom', minMove, formatter } });
      const isDaily = resolution === '1d';
      chart.applyOptions({
        localization: { timeFormatter: (time: number) => timeOf(time, isDaily) },
        // Keeps the bars from being dragged out of view. If they are too few to fill the chart, they stay at its right
        // edge.
        timeScale: { timeVisible: !isDaily, fixLeftEdge: bars.length * widestBarPx > chart.timeScale().width() },
      });
      series.setData(bars);
      if (isFitted) fitBars(chart, bars.length);
      pointed = undefined;
      tellNewest();
    },
    addRate(rate, timeMs) {
      newest.add(rate, timeMs).forEach((bar) => series.update(bar));
      tellNewest();
    },
  };
}
