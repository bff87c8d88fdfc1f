import type { ISeriesPrimitive } from 'lightweight-charts';
import type { ChartDrawing, ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';
import { token } from '../chart/chart-style.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { canvasColour } from '../chart-tools/palette.ts';
import { distanceTo, figureOf } from './figures.ts';
import type { Figure, Projection, Spot } from './figures.ts';
import { positionOf, timeAt } from './time-axis.ts';

/** A press this near to a drawing counts as a press on it. */
const nearPx = 8;

/** The chart as a plane for drawings: draws them, and turns pixels into times and rates. */
export interface Plane {
  draw: (drawings: readonly ChartDrawing[], selected: string | null) => void;
  spotOf: (point: ChartPoint) => Spot | null;
  /** The point at a place on the screen, at the nearest bar; null outside the prices. */
  pointAt: (clientX: number, clientY: number) => ChartPoint | null;
  /** The drawing at a place on the screen. */
  drawingAt: (clientX: number, clientY: number) => ChartDrawing | undefined;
  /** Moves a point by so many bars and pixels up. */
  moved: (point: ChartPoint, by: { bars: number; rate: number }) => ChartPoint;
  barsBetween: (from: ChartPoint, to: ChartPoint) => number;
  detach: () => void;
}

type Words = Pick<Projection, 'rateText' | 'shareText' | 'measureText'>;

export function createPlane(priceChart: PriceChart, words: Words): Plane {
  const { chart, series, element, source } = priceChart.parts;
  let shown: readonly ChartDrawing[] = [];
  let selectedId: string | null = null;

  const spotOf = ({ time, rate }: ChartPoint): Spot | null => {
    const x = chart.timeScale().logicalToCoordinate(positionOf(time, source) as never);
    const y = series.priceToCoordinate(rate);
    return x === null || y === null ? null : { x, y };
  };
  const figures = () => {
    const projection = { ...words, spotOf, width: chart.timeScale().width() };
    return shown.flatMap((drawing) => {
      const figure = figureOf(drawing, projection);
      return figure ? [{ drawing, figure }] : [];
    });
  };
  const nearest = (spot: Spot) =>
    figures()
      .map(({ drawing, figure }) => ({ drawing, distance: distanceTo(figure, spot) }))
      .filter(({ distance }) => distance <= nearPx)
      .sort((one, other) => one.distance - other.distance)[0]?.drawing;
  const spotAt = (clientX: number, clientY: number): Spot | null => {
    const { left, top } = element.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const { width, height } = priceChart.size();
    return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : null;
  };
  const paintedNow = () =>
    figures().map(({ drawing, figure }) => ({
      ...{ figure, colour: canvasColour(drawing.colour), isSelected: drawing.id === selectedId },
      ...{ font: `12px ${getComputedStyle(element).fontFamily}`, background: token(element, '--surface-1') },
    }));
  const primitive = createPrimitive(paintedNow, nearest);
  series.attachPrimitive(primitive);

  return {
    draw(drawings, selected) {
      shown = drawings;
      selectedId = selected;
      primitive.requestUpdate();
    },
    spotOf,
    pointAt(clientX, clientY) {
      const spot = spotAt(clientX, clientY);
      const logical = spot && chart.timeScale().coordinateToLogical(spot.x);
      const rate = spot && series.coordinateToPrice(spot.y);
      if (logical === null || rate === null) return null;
      const time = timeAt(logical, source);
      return Number.isFinite(time) ? { time, rate } : null;
    },
    drawingAt(clientX, clientY) {
      const spot = spotAt(clientX, clientY);
      return spot ? nearest(spot) : undefined;
    },
    moved: ({ time, rate }, by) => ({ time: timeAt(positionOf(time, source) + by.bars, source), rate: rate + by.rate }),
    barsBetween: (from, to) => Math.round(positionOf(to.time, source) - positionOf(from.time, source)),
    detach() {
      if (!priceChart.isRemoved()) series.detachPrimitive(primitive);
    },
  };
}

interface Painted {
  figure: Figure;
  colour: string;
  isSelected: boolean;
  font: string;
  background: string;
}

function createPrimitive(paintedNow: () => Painted[], nearest: (spot: Spot) => ChartDrawing | undefined) {
  let request: (() => void) | undefined;
  const views = [
    {
      renderer: () => ({
        draw: (target: { useMediaCoordinateSpace: (draw: (scope: MediaScope) => void) => void }) =>
          target.useMediaCoordinateSpace(({ context }) => paintedNow().forEach((one) => paint(context, one))),
      }),
    },
  ];
  const primitive: ISeriesPrimitive & { requestUpdate: () => void } = {
    attached: ({ requestUpdate }) => (request = requestUpdate),
    paneViews: () => views,
    hitTest(x, y) {
      const drawing = nearest({ x, y });
      return drawing ? { cursorStyle: 'pointer', externalId: drawing.id, zOrder: 'top' } : null;
    },
    requestUpdate: () => request?.(),
  };
  return primitive;
}

interface MediaScope {
  context: CanvasRenderingContext2D;
}

function paint(context: CanvasRenderingContext2D, { figure, colour, isSelected, font, background }: Painted): void {
  context.save();
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = isSelected ? 2 : 1.5;
  context.globalAlpha = 0.12;
  for (const [from, to] of figure.fills) context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.globalAlpha = 1;
  context.beginPath();
  for (const [from, to] of figure.strokes) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.stroke();
  context.font = font;
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = background;
  for (const { at, text } of figure.texts) {
    // A rim in the colour of the chart keeps the text legible over bars.
    context.strokeText(text, at.x, at.y);
    context.fillText(text, at.x, at.y);
  }
  context.restore();
}
