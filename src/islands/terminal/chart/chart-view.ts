import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { ChartLine } from './chart-lines.ts';

export interface ChartEvents {
  /** No event, but asked for like one: when a bar begins, unix seconds, in the reader's words. */
  timeOf: (seconds: number, isDaily: boolean) => string;
  /** The reader came near the oldest bar. */
  onEdge: () => void;
  /** A line was pressed. */
  onLine: (line: ChartLine) => void;
  /** What is in view, unix seconds. */
  onRange: (from: number, to: number) => void;
}

/**
 * Where the whole range would be narrower than this a bar, a screen shows the newest part of it and scrolls to the
 * rest.
 */
const narrowestBarPx = 1.25;
const readableBarPx = 3;

/** Three candles are three candles, and not three walls. */
export const widestBarPx = 24;

/** What stays free right of the newest bar where nothing lies there. */
export const bareRoomPx = 12;

/**
 * And where the lines of positions have their tags and handles; a phone, whose are narrower, needs so much for its
 * bars.
 */
const tagRoomPx = 180;
const leastBarsPx = 184;

/** So near to the oldest bar older ones are loaded. */
const edgeBars = 50;

/** The whole range where there is room for it, left of what is to stay free. */
export function frame(chart: IChartApi, count: number): void {
  const scale = chart.timeScale();
  const roomPx = scale.options().rightOffsetPixels ?? 0;
  const widthPx = scale.width() - roomPx;
  if (widthPx >= count * narrowestBarPx) scale.fitContent();
  else scale.setVisibleLogicalRange({ from: count - widthPx / readableBarPx, to: count - 1 + roomPx / readableBarPx });
}

export interface ChartView {
  /** Whether the newest bar is out of view. */
  $isPast: ReadableAtom<boolean>;
  /** Goes back to the newest bar; bars stay as wide. */
  showLatest: () => void;
  /** Keeps the newest bars free of tags, where there are any. Who looks at the past goes on to see it. */
  makeRoom: (hasTags: boolean) => void;
}

/** Tells what is in view and where older bars are wanted, and keeps half of the view filled. */
export function followView(chart: IChartApi, element: HTMLElement, { onEdge, onRange }: ChartEvents): ChartView {
  const scale = chart.timeScale();
  const $isPast = atom(false);
  let roomPx = bareRoomPx;
  // Where all bars are in view from the start, nobody has asked for older ones yet.
  let isMoved = false;
  const seekOlder = () => {
    if (isMoved && (scale.getVisibleLogicalRange()?.from ?? edgeBars) < edgeBars) onEdge();
  };
  const move = () => {
    isMoved = true;
    // At the oldest bar the view itself does not move any more.
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
      if (position < 0) scale.scrollToPosition(position, false);
    },
  };
}

/** The library tells nobody when it gives things their place, but it asks whatever hangs on a series to draw itself. */
export function countPaints(series: ISeriesApi<'Candlestick'>): ReadableAtom<number> {
  const $paints = atom(0);
  const views = [{ renderer: () => ({ draw: () => $paints.set($paints.get() + 1) }) }];
  series.attachPrimitive({ paneViews: () => views });
  return $paints;
}
