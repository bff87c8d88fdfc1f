import type { ChartDrawing, ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';

/** A place on the chart, in pixels from its upper left corner. */
export interface Spot {
  x: number;
  y: number;
}

/** What a drawing looks like. */
export interface Figure {
  strokes: [from: Spot, to: Spot][];
  /** Opposite corners of filled rectangles. */
  fills: [from: Spot, to: Spot][];
  texts: { at: Spot; text: string }[];
}

export interface Projection {
  spotOf: (point: ChartPoint) => Spot | null;
  width: number;
  /** How rates and measured distances are written. */
  rateText: (rate: number) => string;
  shareText: (share: number) => string;
  measureText: (from: ChartPoint, to: ChartPoint) => string;
}

/** Shares of the distance from the second point to the first. */
export const fibonacciLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

const textGapPx = 6;

/** The figure of a drawing; null while nothing is shown. */
export function figureOf({ kind, points, text }: ChartDrawing, projection: Projection): Figure | null {
  const [from, to = from] = points;
  const start = from && projection.spotOf(from);
  const end = to && projection.spotOf(to);
  if (!from || !to || !start || !end) return null;
  const { width, rateText, measureText } = projection;
  switch (kind) {
    case 'trend':
      return { strokes: [[start, end]], fills: [], texts: [] };
    case 'ray':
      return { strokes: [[start, edgeOf(start, end, width)]], fills: [], texts: [] };
    case 'horizontal':
      return {
        strokes: [
          [
            { x: 0, y: start.y },
            { x: width, y: start.y },
          ],
        ],
        fills: [],
        texts: [{ at: { x: textGapPx, y: start.y - 9 }, text: rateText(from.rate) }],
      };
    case 'rectangle':
      return { strokes: outline(start, end), fills: [[start, end]], texts: [] };
    case 'measure':
      return {
        strokes: outline(start, end),
        fills: [[start, end]],
        texts: [
          { at: { x: Math.min(start.x, end.x), y: end.y + (end.y < start.y ? -10 : 12) }, text: measureText(from, to) },
        ],
      };
    case 'fibonacci':
      return fibonacci(from, to, projection);
    case 'text':
      return { strokes: [], fills: [], texts: [{ at: start, text }] };
  }
}

/** Where a line through two spots leaves the chart behind the second one. */
function edgeOf(from: Spot, to: Spot, width: number): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // Far enough to be out of view whatever the height of the chart is.
  if (dx === 0) return { x: to.x, y: dy < 0 ? -10_000 : 10_000 };
  const x = dx > 0 ? Math.max(width, to.x) : Math.min(0, to.x);
  return { x, y: from.y + ((x - from.x) * dy) / dx };
}

function outline(from: Spot, to: Spot): Figure['strokes'] {
  const corners: Spot[] = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  return corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner]);
}

function fibonacci(from: ChartPoint, to: ChartPoint, { spotOf, rateText, shareText }: Projection): Figure {
  const figure: Figure = { strokes: [], fills: [], texts: [] };
  for (const level of fibonacciLevels) {
    const rate = to.rate + (from.rate - to.rate) * level;
    const [left, right] = [spotOf({ time: from.time, rate }), spotOf({ time: to.time, rate })];
    if (!left || !right) continue;
    figure.strokes.push([left, right]);
    const at = { x: Math.min(left.x, right.x) + textGapPx, y: left.y - 8 };
    figure.texts.push({ at, text: `${shareText(level)} · ${rateText(rate)}` });
  }
  return figure;
}

/** The width of a letter, about. */
const letterPx = 7;
const textHeightPx = 16;

/** How far a spot is from a figure, in pixels; 0 inside a text. The inside of a rectangle does not count. */
export function distanceTo({ strokes, texts }: Figure, { x, y }: Spot): number {
  const toTexts = texts.map(({ at, text }) => {
    const [dx, dy] = [Math.max(at.x - x, x - at.x - text.length * letterPx, 0), Math.abs(y - at.y) - textHeightPx / 2];
    return Math.hypot(dx, Math.max(0, dy));
  });
  return Math.min(Infinity, ...toTexts, ...strokes.map(([from, to]) => toStroke({ x, y }, from, to)));
}

function toStroke({ x, y }: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
