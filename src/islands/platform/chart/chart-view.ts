import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { ChartLine } from './chart-lines.ts';

export interface ChartEvents {
  /** The reader came near the oldest bar. */
  onEdge: () => void;
  /** A line was pressed. */
  onLine: (line: ChartLine) => void;
  /** What is in view, unix seconds. */
  onRange: (from: number, to: number) => void;
}

/** Where the whole range would be narrower than this a bar, a screen shows the newest part of it and scrolls to the rest. */
const narrowestBarPx = 1.25;
const readableBarPx = 3;

/** So near to the oldest bar older ones are loaded. */
const edgeBars = 50;

/** The whole range where there is room for it. */
export function frame(chart: IChartApi, count: number): void {
  const widthPx = chart.timeScale().width();
  if (widthPx >= count * narrowestBarPx) chart.timeScale().fitContent();
  else chart.timeScale().setVisibleLogicalRange({ from: count - widthPx / readableBarPx, to: count + 2 });
}

/** Tells what is in view, and where older bars are wanted. */
export function followView(chart: IChartApi, element: HTMLElement, { onEdge, onRange }: ChartEvents): void {
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

/** The library tells nobody when it gives things their place, but it asks whatever hangs on a series to draw itself. */
export function countPaints(series: ISeriesApi<'Candlestick'>): ReadableAtom<number> {
  const $paints = atom(0);
  const views = [{ renderer: () => ({ draw: () => $paints.set($paints.get() + 1) }) }];
  series.attachPrimitive({ paneViews: () => views });
  return $paints;
}
