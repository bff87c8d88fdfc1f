import type {
  CustomData,
  CustomSeriesOptions,
  ICustomSeriesPaneView,
  PaneRendererCustomData,
  PriceToCoordinateConverter,
  Time,
} from 'lightweight-charts';

/**
 * A series of several values a bar, drawn as lines, columns and areas: what the library would need several series for.
 * Its own series would also be in the chart's script from the first load on, which has no room for them.
 */

/** How one of the values is drawn. */
export interface PlotLine {
  shape: 'line' | 'columns' | 'area' | 'ohlc' | 'none';
  colour: string;
  /** The colour of columns below zero, and of bars that fell. */
  fallColour?: string;
  width?: number;
  isDashed?: boolean;
  /** Drawn this many bars to the right. */
  offset?: number;
}

/** The area between two of the values, in the colour of the one that is above. */
export interface PlotFill {
  between: readonly [number, number];
  colours: readonly [string, string];
}

export interface PlotStyle {
  lines: readonly PlotLine[];
  fills?: readonly PlotFill[];
  /** Dashed horizontal lines. */
  levels?: readonly number[];
  levelColour?: string;
}

/** One value for each line of the style; NaN: none. */
export interface PlotData extends CustomData {
  values: readonly number[];
}

type Bars = PaneRendererCustomData<Time, PlotData>;

/** What is drawn, and how times and values become coordinates. */
interface Canvas {
  context: CanvasRenderingContext2D;
  xOf: (bar: number) => number;
  yOf: (value: number | undefined) => number | null;
  data: Bars;
  /** The indexes of the bars that can be seen, and one more at each end. */
  from: number;
  to: number;
  height: number;
  width: number;
}

export interface PlotView extends ICustomSeriesPaneView<Time, PlotData> {
  style: PlotStyle;
}

export function createPlotView(style: PlotStyle, defaults: () => CustomSeriesOptions): PlotView {
  let data: Bars | undefined;
  const view: PlotView = {
    style,
    renderer: () => ({
      draw: (target, toY) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const canvas = data && canvasOf(data, { context, toY, ...mediaSize });
          if (canvas) drawPlot(canvas, view.style);
        }),
    }),
    update(next) {
      data = next;
    },
    priceValueBuilder({ values }) {
      const known = values.filter((value, at) => Number.isFinite(value) && view.style.lines[at]?.shape !== 'none');
      return [Math.min(...known), Math.max(...known), known[0] ?? NaN];
    },
    isWhitespace: (item): item is PlotData => !('values' in item) || !item.values.some(Number.isFinite),
    defaultOptions: defaults,
  };
  return view;
}

interface Surface {
  context: CanvasRenderingContext2D;
  toY: PriceToCoordinateConverter;
  width: number;
  height: number;
}

function canvasOf(data: Bars, { context, toY, width, height }: Surface): Canvas | null {
  const { bars, barSpacing, visibleRange } = data;
  const first = visibleRange && bars[visibleRange.from];
  if (!first) return null;
  return {
    ...{ context, data, width, height },
    xOf: (bar) => first.x + ((bars[bar]?.time ?? 0) - first.time) * barSpacing,
    yOf: (value) => (value === undefined || !Number.isFinite(value) ? null : toY(value)),
    from: Math.max(0, visibleRange.from - 1),
    to: Math.min(bars.length - 1, visibleRange.to),
  };
}

function drawPlot(canvas: Canvas, { lines, fills = [], levels = [], levelColour = '' }: PlotStyle): void {
  const { context } = canvas;
  context.save();
  for (const level of levels) drawLevel(canvas, level, levelColour);
  for (const fill of fills) drawFill(canvas, fill, lines);
  lines.forEach((line, at) => {
    context.strokeStyle = line.colour;
    context.lineWidth = line.width ?? 1.5;
    context.lineJoin = 'round';
    context.setLineDash(line.isDashed ? [4, 4] : []);
    if (line.shape === 'columns') drawColumns(canvas, at, line);
    else if (line.shape === 'ohlc') drawBars(canvas, line);
    else if (line.shape !== 'none') drawLine(canvas, at, line);
  });
  context.restore();
}

function drawLevel({ context, yOf, width }: Canvas, level: number, colour: string): void {
  const y = yOf(level);
  if (y === null) return;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(0, Math.round(y) + 0.5);
  context.lineTo(width, Math.round(y) + 0.5);
  context.stroke();
}

const valueOf = ({ data }: Canvas, bar: number, at: number) => data.bars[bar]?.originalData.values[at];

/** The points of a line, moved by its offset; null where it has a gap. */
function pointsOf(canvas: Canvas, at: number, offset: number): ([x: number, y: number] | null)[] {
  const points: ([number, number] | null)[] = [];
  const last = Math.min(canvas.data.bars.length - 1, canvas.to - offset + 1);
  for (let bar = Math.max(0, canvas.from - offset - 1); bar <= last; bar += 1) {
    const y = canvas.yOf(valueOf(canvas, bar, at));
    points.push(y === null ? null : [canvas.xOf(bar) + offset * canvas.data.barSpacing, y]);
  }
  return points;
}

function drawLine(canvas: Canvas, at: number, { offset = 0, shape, colour }: PlotLine): void {
  const { context, height } = canvas;
  const points = pointsOf(canvas, at, offset);
  context.beginPath();
  points.forEach((point, index) => {
    if (!point) return;
    if (points[index - 1]) context.lineTo(...point);
    else context.moveTo(...point);
  });
  context.stroke();
  const [first, last] = [points.find(Boolean), points.findLast(Boolean)];
  if (shape !== 'area' || !first || !last) return;
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, colour);
  shade.addColorStop(1, 'transparent');
  context.lineTo(last[0], height);
  context.lineTo(first[0], height);
  context.globalAlpha = 0.25;
  context.fillStyle = shade;
  context.fill();
  context.globalAlpha = 1;
}

function drawColumns(canvas: Canvas, at: number, { colour, fallColour = colour }: PlotLine): void {
  const { context, data } = canvas;
  const zero = canvas.yOf(0) ?? canvas.height;
  const width = Math.max(1, Math.floor(data.barSpacing * 0.7));
  for (let bar = canvas.from; bar <= canvas.to; bar += 1) {
    const value = valueOf(canvas, bar, at);
    const y = canvas.yOf(value);
    if (y === null || value === undefined) continue;
    context.fillStyle = value < 0 ? fallColour : colour;
    context.fillRect(
      Math.round(canvas.xOf(bar) - width / 2),
      Math.min(y, zero),
      width,
      Math.max(1, Math.abs(zero - y)),
    );
  }
}

/** Bars from the first four values: a stroke from low to high, with ticks at open and close. */
function drawBars(canvas: Canvas, { colour, fallColour = colour }: PlotLine): void {
  const { context, data } = canvas;
  const tick = Math.max(1, data.barSpacing * 0.35);
  context.lineWidth = Math.max(1, Math.min(2, data.barSpacing * 0.2));
  for (let bar = canvas.from; bar <= canvas.to; bar += 1) {
    const [open, high, low, close] = [0, 1, 2, 3].map((at) => canvas.yOf(valueOf(canvas, bar, at)));
    if (open == null || high == null || low == null || close == null) continue;
    const x = Math.round(canvas.xOf(bar)) + 0.5;
    context.strokeStyle = close <= open ? colour : fallColour;
    context.beginPath();
    context.moveTo(x, high);
    context.lineTo(x, low);
    context.moveTo(x - tick, open);
    context.lineTo(x, open);
    context.moveTo(x, close);
    context.lineTo(x + tick, close);
    context.stroke();
  }
}

function drawFill(canvas: Canvas, { between: [one, other], colours }: PlotFill, lines: readonly PlotLine[]): void {
  const offset = lines[one]?.offset ?? 0;
  const [upper, lower] = [pointsOf(canvas, one, offset), pointsOf(canvas, other, offset)];
  const { context } = canvas;
  for (let at = 1; at < upper.length; at += 1) {
    const [a, b, c, d] = [upper[at - 1], upper[at], lower[at], lower[at - 1]];
    if (!a || !b || !c || !d) continue;
    context.fillStyle = a[1] <= d[1] ? colours[0] : colours[1];
    context.beginPath();
    context.moveTo(...a);
    context.lineTo(...b);
    context.lineTo(...c);
    context.lineTo(...d);
    context.fill();
  }
}
