import type { PerformanceFacts } from '../../../lib/contract/performance-call.ts';

type Curve = PerformanceFacts['curve'];
type Point = Curve[number];

/** Where the points of a curve are in a drawing of 100 × 100. */
export interface Plane {
  /** Both from 0 to 100, from the top left. */
  x: (point: Point) => number;
  y: (profit: number) => number;
  /** The amounts of the axis, lowest first. */
  ticks: number[];
  /** The path of the curve. */
  line: string;
  /** The path of the equity curve; empty without points. */
  equityLine: string;
}

/** Lays both curves out from the first to the last point of `curve`, which must not be empty, with zero in view. */
export function planeOf(curve: Curve, equity: Curve = []): Plane {
  const times = curve.map(({ time }) => Date.parse(time));
  const [from = 0, until = 0] = [times[0], times.at(-1)];
  const ticks = ticksOf([...curve, ...equity].map(({ profit }) => profit));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const x = ({ time }: Point) => rounded(((Date.parse(time) - from) / Math.max(1, until - from)) * 100);
  const y = (profit: number) => rounded(((top - profit) / (top - bottom)) * 100);
  const line = curve.map((point, index) => `${index === 0 ? 'M0 ' : `H${x(point)}V`}${y(point.profit)}`).join('');
  const equityLine = equity.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point)} ${y(point.profit)}`).join('');
  return { x, y, ticks, line, equityLine };
}

const rounded = (percent: number) => Math.round(percent * 100) / 100;

/** How many steps the axis has at most. */
const mostSteps = 5;

/** Round amounts around all profits and zero, from the one below the lowest to the one above the highest. */
function ticksOf(profits: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(0, ...profits), Math.max(0, ...profits)];
  const power = 10 ** Math.floor(Math.log10(Math.max(0.01, (highest - lowest) / mostSteps)));
  const spans = [1, 2, 5, 10, 20].map((factor) => {
    const step = factor * power;
    const first = Math.floor(lowest / step);
    return { step, first, count: Math.max(1, Math.ceil(highest / step) - first) };
  });
  const { step, first, count } = spans.find((span) => span.count <= mostSteps) ?? { step: power, first: 0, count: 1 };
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
}
