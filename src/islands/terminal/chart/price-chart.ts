import { CandlestickSeries, createChart, LineStyle } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { formatRate, rateDecimals } from '../../../lib/format/format-number.ts';
import { isDayOrLonger } from '../../../stores/candles.ts';
import { labelsApart } from './axis-labels.ts';
import { barsOf, createNewestBar } from './bars.ts';
import type { Bar } from './bars.ts';
import type { ChartLine } from './chart-lines.ts';
import { applyTheme, chartOptions, createLineDrawer } from './chart-style.ts';
import type { ThemedParts } from './chart-style.ts';
import { countPaints, followView, widestBarPx } from './chart-view.ts';
import type { ChartEvents, ChartView } from './chart-view.ts';

/** The bar that the legend describes; it has only a time if the market was silent. */
export type ShownBar = Partial<Candle>;

/** The bars of the chart as they change, for what is drawn from them. */
export interface ChartBars {
  readonly resolution: CandleResolution;
  /** Oldest first. The array is changed in place and replaced by other candles. */
  readonly bars: readonly Bar[];
  /** Called with `all` after other candles are shown, with the changed and added bars after a live price. */
  listen: (listener: (changed: readonly Bar[] | 'all') => void) => () => void;
}

export interface PriceChart extends Pick<ChartView, '$isPast' | 'showLatest'> {
  /** The bar under the crosshair, or the newest bar. */
  $bar: ReadableAtom<ShownBar | undefined>;
  /** The number of redraws. After each one, elements over the chart may have to move. */
  $paints: ReadableAtom<number>;
  /** What the tools work with. */
  parts: Pick<ThemedParts, 'chart' | 'series' | 'element'> & { source: ChartBars };
  /** Shows candles, oldest first; `addRate` continues the newest. The view does not move unless `isFitted`. */
  show: (candles: readonly Candle[], parts: { resolution: CandleResolution; isFitted: boolean }) => void;
  /**
   * Adds the newest bid to the last bar, or starts the next one. `timeMs` is when it was quoted, by the server's clock.
   */
  addRate: (rate: number, timeMs: number) => void;
  draw: (lines: readonly ChartLine[]) => void;
  /** Applies the colours of the page's theme; the view stays where it is. */
  paint: () => void;
  /** Whether the candles can be seen. A tool that draws the bars in another way hides them. */
  setCandles: (areShown: boolean) => void;
  /** Distance of a rate from the upper edge, in pixels; null while nothing is shown. */
  yOf: (rate: number) => number | null;
  /** The rate at a height on the screen, and the rate difference per pixel there; null while nothing is shown. */
  rateAt: (clientY: number) => { rate: number; pixelRate: number } | null;
  /** The size without the axes, in pixels. */
  size: () => { width: number; height: number };
  remove: () => void;
  /** The tools may end after the chart, and have nothing to remove then. */
  isRemoved: () => boolean;
}

/** Draws candles into an element of the page. Times are UTC, the only zone the library knows. */
export function createPriceChart(element: HTMLElement, locale: string, events: ChartEvents): PriceChart {
  const chart = createChart(element, chartOptions(locale));
  // The library's own price line would show the last visible bar's price, not the newest.
  const series = chart.addSeries(CandlestickSeries, { lastValueVisible: false, priceLineVisible: false });
  const nowLine = series.createPriceLine({ price: 0, lineStyle: LineStyle.Dotted, lineWidth: 1 });
  const lines = createLineDrawer(series, element);
  let areCandlesShown = true;
  let isRemoved = false;
  const paint = () => {
    applyTheme({ chart, series, nowLine, element, areCandlesShown });
    lines.draw();
  };
  const size = () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 });

  paint();
  const { makeRoom, fit, ...view } = followView(chart, element, events);
  const labels = labelsApart(series, () => [nowLine.options().price, ...lines.labelledRates()]);
  const { source, fitBars, ...bars } = showBars({ chart, series, nowLine }, { locale, labels, fit, ...events });
  chart.subscribeDblClick(fitBars);
  chart.subscribeClick(({ point, paneIndex }) => {
    const line = point && paneIndex === 0 && lines.at(point.y);
    if (line) events.onLine(line);
  });
  return {
    ...bars,
    ...view,
    parts: { chart, series, element, source },
    $paints: countPaints(series),
    draw(shown) {
      lines.draw(shown);
      labels.update();
      makeRoom(shown.length > 0);
    },
    paint,
    setCandles(areShown) {
      areCandlesShown = areShown;
      paint();
    },
    size,
    yOf: (rate) => series.priceToCoordinate(rate),
    rateAt(clientY) {
      const y = Math.max(0, Math.min(clientY - element.getBoundingClientRect().top, size().height));
      const [rate, next] = [series.coordinateToPrice(y), series.coordinateToPrice(y + 1)];
      return rate === null || next === null ? null : { rate, pixelRate: rate - next };
    },
    remove() {
      isRemoved = true;
      chart.remove();
    },
    isRemoved: () => isRemoved,
  };
}

interface BarsOptions extends Pick<ChartEvents, 'timeOf'>, Pick<ChartView, 'fit'> {
  locale: string;
  labels: ReturnType<typeof labelsApart>;
}

/** The part of the chart that manages its bars. */
function showBars(
  { chart, series, nowLine }: Pick<ThemedParts, 'chart' | 'series' | 'nowLine'>,
  { locale, labels, fit, timeOf }: BarsOptions,
): Pick<PriceChart, '$bar' | 'show' | 'addRate'> & { source: ChartBars; fitBars: () => void } {
  const newest = createNewestBar();
  const $bar = atom<ShownBar | undefined>();
  const kept = keepBars();
  let pointed: ShownBar | undefined;
  const tell = () => $bar.set(pointed && pointed.time !== newest.last?.time ? pointed : { ...newest.last });
  const tellNewest = () => {
    if (newest.last) nowLine.applyOptions({ price: newest.last.close });
    labels.update();
    tell();
  };
  // The spec wants twelve months: days are all shown, however narrow.
  const fitBars = () => fit({ count: kept.bars.length, isWhole: isDayOrLonger(kept.resolution) });

  chart.subscribeCrosshairMove(({ time, seriesData }) => {
    pointed = time === undefined ? undefined : ({ ...seriesData.get(series), time } as ShownBar);
    tell();
  });

  return {
    $bar,
    source: kept,
    fitBars,
    show(candles, { resolution, isFitted }) {
      const bars = barsOf(candles, resolution);
      newest.begin(candles.at(-1), resolution);
      const minMove = 10 ** -rateDecimals(newest.last?.close ?? 1);
      labels.format({ minMove, formatter: (rate) => formatRate(rate, locale) });
      const isDaily = isDayOrLonger(resolution);
      chart.applyOptions({
        localization: { timeFormatter: (time: number) => timeOf(time, isDaily) },
        // Keeps the bars from being dragged out of view. If they are too few to fill the chart, they stay at its right
        // edge.
        timeScale: { timeVisible: !isDaily, fixLeftEdge: bars.length * widestBarPx > chart.timeScale().width() },
      });
      series.setData(bars);
      kept.replace(bars, resolution);
      if (isFitted) fitBars();
      pointed = undefined;
      tellNewest();
    },
    addRate(rate, timeMs) {
      const changed = newest.add(rate, timeMs);
      changed.forEach((bar) => series.update(bar));
      kept.update(changed);
      tellNewest();
    },
  };
}

function keepBars() {
  const listeners = new Set<(changed: readonly Bar[] | 'all') => void>();
  let bars: Bar[] = [];
  let resolution: CandleResolution = '1d';
  const tell = (changed: readonly Bar[] | 'all') => listeners.forEach((listener) => listener(changed));
  return {
    get bars() {
      return bars;
    },
    get resolution() {
      return resolution;
    },
    replace(others: Bar[], itsResolution: CandleResolution) {
      bars = others;
      resolution = itsResolution;
      tell('all');
    },
    update(changed: readonly Bar[]) {
      for (const bar of changed) bars.splice(bars.at(-1)?.time === bar.time ? -1 : bars.length, 1, bar);
      if (changed.length > 0) tell(changed);
    },
    listen(listener: (changed: readonly Bar[] | 'all') => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
