import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { ChartLine } from './chart-lines.ts';

export interface ChartEvents {
  /** Formats the start of a bar (unix seconds) in the reader's language. Not an event. */
  timeOf: (seconds: number, isDaily: boolean) => string;
  /** The view has come near the oldest bar. */
  onEdge: () => void;
  /** A line was pressed. */
  onLine: (line: ChartLine) => void;
  /** The visible range changed; unix seconds. */
  onRange: (from: number, to: number) => void;
}

/** If fitting the whole range would make bars narrower than this, only the newest part is shown. */
const narrowestBarPx = 1.25;
/** The width down to which the whole range is fitted if it must be shown: a year of days on a phone. */
export const leastBarPx = 0.4;
/** The bar width used when only the newest part is shown. */
const readableBarPx = 3;

/** The greatest bar width. Without it, a handful of candles would be stretched into wide blocks. */
export const widestBarPx = 24;

/** Space kept free to the right of the newest bar when there are no tags. */
export const bareRoomPx = 12;

/** Space kept free to the right of the newest bar for the tags and handles of positions. */
const tagRoomPx = 180;
/** On a phone the space for tags shrinks, so that the bars keep at least this width. */
const leastBarsPx = 184;

/** Older bars are loaded when the view comes within this many bars of the oldest one. */
const edgeBars = 50;

/** The bars that a view is fitted to. */
export interface FittedBars {
  count: number;
  /** Whether all are shown, however narrow they become. */
  isWhole: boolean;
}

/** Shows the whole range if it fits to the left of the free space or must be shown, otherwise its newest part. */
function fitBars(chart: IChartApi, { count, isWhole }: FittedBars): void {
  const scale = chart.timeScale();
  const roomPx = scale.options().rightOffsetPixels ?? 0;
  const widthPx = scale.width() - roomPx;
  if (widthPx >= count * (isWhole ? leastBarPx : narrowestBarPx)) scale.fitContent();
  else scale.setVisibleLogicalRange({ from: count - widthPx / readableBarPx, to: count - 1 + roomPx / readableBarPx });
}

export interface ChartView {
  /** Whether the newest bar is out of view. */
  $isPast: ReadableAtom<boolean>;
  /** Scrolls back to the newest bar without changing the bar width. */
  showLatest: () => void;
  /**
   * Sets the free space to the right of the newest bar; more if there are tags. A view scrolled into the past does not
   * move.
   */
  makeRoom: (hasTags: boolean) => void;
  /** Shows the newest bars. Until the user moves the view, it stays fitted when its width changes. */
  fit: (bars: FittedBars) => void;
}

/** Reports the visible range, asks for older bars when they are needed, and keeps at least half of the view filled. */
export function followView(chart: IChartApi, element: HTMLElement, { onEdge, onRange }: ChartEvents): ChartView {
  const scale = chart.timeScale();
  const $isPast = atom(false);
  let roomPx = bareRoomPx;
  // The user has to scroll before older bars are requested, even if all bars are visible from the start.
  let isMoved = false;
  let fitted: FittedBars | undefined;
  const fit = (bars = fitted) => {
    fitted = bars;
    if (bars) fitBars(chart, bars);
  };
  const seekOlder = () => {
    if (isMoved && (scale.getVisibleLogicalRange()?.from ?? edgeBars) < edgeBars) onEdge();
  };
  const move = () => {
    isMoved = true;
    fitted = undefined;
    // At the oldest bar the view cannot move any further, so scrolling there causes no range change.
    seekOlder();
  };
  for (const name of ['wheel', 'pointerdown']) {
    element.addEventListener(name, move, { passive: true });
  }
  scale.subscribeVisibleLogicalRangeChange((range) => {
    if (!range) return;
    seekOlder();
    const most = (range.to - range.from) / 2;
    const position = scale.scrollPosition();
    $isPast.set(position < -1);
    if (position > most && range.from > 0) scale.scrollToPosition(most, false);
  });
  scale.subscribeVisibleTimeRangeChange((range) => {
    if (range) onRange(range.from as number, range.to as number);
  });
  scale.subscribeSizeChange(() => fit());
  const setRoom = (rightOffsetPixels: number) => scale.applyOptions({ rightOffsetPixels });
  return {
    $isPast,
    showLatest: () => setRoom(roomPx),
    makeRoom(hasTags) {
      const wantedPx = hasTags ? Math.min(tagRoomPx, scale.width() - leastBarsPx) : bareRoomPx;
      if (wantedPx === roomPx) return;
      roomPx = wantedPx;
      const position = scale.scrollPosition();
      setRoom(roomPx);
      if (fitted) fit();
      else if (position < 0) scale.scrollToPosition(position, false);
    },
    fit,
  };
}

/** Counts redraws. The library has no layout event, but it asks every primitive attached to a series to draw itself. */
export function countPaints(series: ISeriesApi<'Candlestick'>): ReadableAtom<number> {
  const $paints = atom(0);
  const views = [{ renderer: () => ({ draw: () => $paints.set($paints.get() + 1) }) }];
  series.attachPrimitive({ paneViews: () => views });
  return $paints;
}
