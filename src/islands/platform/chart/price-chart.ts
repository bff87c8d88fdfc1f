import { CandlestickSeries, createChart, LineStyle } from 'lightweight-charts';
import type { IChartApi } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Candle } from '../../../lib/contract/entities.ts';
import { formatRate, rateDecimals } from '../../../lib/format/format-number.ts';
import { barsOf } from './bars.ts';
import type { ChartLine } from './chart-lines.ts';
import { chartOptions, frame, paint } from './chart-look.ts';
import { draggedRate } from './level-rates.ts';
import { createLineDrawer } from './line-drawer.ts';
import { createNewestBar } from './newest-bar.ts';

/** The bar that the legend is about; only its time where the market was silent. */
export type ShownBar = Partial<Candle>;

export interface ChartEvents {
  /** The reader came near the oldest bar. */
  onEdge: () => void;
  /** A line was pointed at. */
  onLine: (id: string) => void;
  /** What is in view, unix seconds. */
  onRange: (from: number, to: number) => void;
}

export interface PriceChart {
  /** The bar under the crosshair, else the newest. */
  $bar: ReadableAtom<ShownBar | undefined>;
  /** Counts how often everything was given its place on the screen. */
  $paints: ReadableAtom<number>;
  /** Shows candles, oldest first; the newest goes on with `addRate`. What is in view stays unless it is to be framed. */
  show: (candles: readonly Candle[], parts: { seconds: number; isFramed: boolean }) => void;
  /** Folds the newest bid into the last bar, or opens the next one; `timeMs` is now by the server's clock. */
  addRate: (rate: number, timeMs: number) => void;
  draw: (lines: readonly ChartLine[]) => void;
  /** Takes the colours of the page's theme over; what is in view stays. */
  paint: () => void;
  /** How far below its upper edge a rate is, in pixels; null while nothing is shown. */
  yOf: (rate: number) => number | null;
  /** The rate at a height on the screen, as round as a pixel is coarse; null where none can be. */
  rateAt: (clientY: number) => number | null;
  /** The part without the axes, in pixels. */
  size: () => { width: number; height: number };
  remove: () => void;
}

/** So near to the oldest bar older ones are loaded. */
const edgeBars = 50;

/** Draws candles into an element of the page. Times are UTC: the library knows no other. */
export function createPriceChart(element: HTMLElement, locale: string, events: ChartEvents): PriceChart {
  const chart = createChart(element, chartOptions(locale));
  const series = chart.addSeries(CandlestickSeries, { priceLineStyle: LineStyle.Dotted });
  const drawLines = createLineDrawer(series, element);
  const newest = createNewestBar();
  const $bar = atom<ShownBar | undefined>();
  const $paints = atom(0);
  let pointed: ShownBar | undefined;
  const tell = () => $bar.set(pointed && pointed.time !== newest.last?.time ? pointed : { ...newest.last });
  const size = () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 });

  paint(chart, series, element);
  followView(chart, element, events);
  chart.subscribeCrosshairMove(({ time, seriesData, hoveredInfo }) => {
    pointed = time === undefined ? undefined : ({ ...seriesData.get(series), time } as ShownBar);
    tell();
    if (typeof hoveredInfo?.objectId === 'string') events.onLine(hoveredInfo.objectId);
  });
  const views = [{ renderer: () => ({ draw: () => $paints.set($paints.get() + 1) }) }];
  series.attachPrimitive({ paneViews: () => views });

  return {
    $bar,
    $paints,
    size,
    show(candles, { seconds, isFramed }) {
      const bars = barsOf(candles, seconds);
      newest.begin(candles.at(-1), seconds);
      const minMove = 10 ** -rateDecimals(newest.last?.close ?? 1);
      series.applyOptions({
        priceFormat: { type: 'custom', minMove, formatter: (rate: number) => formatRate(rate, locale) },
      });
      chart.timeScale().applyOptions({ timeVisible: seconds < 86_400 });
      series.setData(bars);
      if (isFramed) frame(chart, bars.length);
      pointed = undefined;
      tell();
    },
    addRate(rate, timeMs) {
      newest.add(rate, timeMs).forEach((bar) => series.update(bar));
      tell();
    },
    draw: drawLines,
    paint() {
      paint(chart, series, element);
      drawLines();
    },
    yOf: (rate) => series.priceToCoordinate(rate),
    rateAt(clientY) {
      const y = Math.max(0, Math.min(clientY - element.getBoundingClientRect().top, size().height));
      const [rate, next] = [series.coordinateToPrice(y), series.coordinateToPrice(y + 1)];
      return rate === null || next === null ? null : draggedRate(rate, Math.abs(rate - next));
    },
    remove: () => chart.remove(),
  };
}

function followView(chart: IChartApi, element: HTMLElement, { onEdge, onRange }: ChartEvents) {
  // Where all bars are in view from the start, nobody has asked for older ones yet.
  let isMoved = false;
  for (const name of ['wheel', 'pointerdown']) {
    element.addEventListener(name, () => (isMoved = true), { passive: true });
  }
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && isMoved && range.from < edgeBars) onEdge();
  });
  chart.timeScale().subscribeVisibleTimeRangeChange((range) => {
    if (range) onRange(range.from as number, range.to as number);
  });
}
