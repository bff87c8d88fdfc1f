import * as z from 'zod/mini';
import { areInputsOf, indicatorNames, indicatorSources } from '../../charts/indicator-kinds.ts';
import { onOneLine, symbol } from '../fields.ts';

/** What a customer has set on the chart of one asset. Times are unix seconds (UTC). */

export const chartTypes = ['candles', 'bars', 'line', 'area', 'heikinAshi'] as const;
export type ChartType = (typeof chartTypes)[number];

export const chartScales = ['linear', 'log', 'percent'] as const;
export type ChartScale = (typeof chartScales)[number];

/** Names of colours. What they look like depends on the theme. */
export const chartColours = ['blue', 'orange', 'violet', 'teal', 'pink', 'yellow', 'grey'] as const;
export type ChartColour = (typeof chartColours)[number];

/** The kinds of drawings, and how many points each has. */
export const drawingPoints = {
  trend: 2,
  horizontal: 1,
  ray: 2,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
  measure: 2,
} as const;
export type DrawingKind = keyof typeof drawingPoints;
export const drawingKinds = Object.keys(drawingPoints) as [DrawingKind, ...DrawingKind[]];

export const mostIndicators = 20;
export const mostDrawings = 100;
export const mostCompared = 4;
export const longestDrawingText = 200;

/** The browser's name of an indicator or drawing, unique in its layout. */
const id = z.string().check(z.regex(/^[a-z0-9-]{1,36}$/));

const indicator = z
  .strictObject({
    id,
    kind: z.enum(indicatorNames),
    source: z.enum(indicatorSources),
    colour: z.enum(chartColours),
    inputs: z.record(z.string().check(z.maxLength(20)), z.number()),
  })
  .check(
    z.refine(({ kind, inputs }) => areInputsOf(kind, inputs), {
      error: "These settings don't belong to this indicator",
    }),
  );
export type ChartIndicator = z.infer<typeof indicator>;

const point = z.strictObject({
  time: z.int().check(z.minimum(-100_000_000_000), z.maximum(100_000_000_000)),
  rate: z.number().check(z.minimum(-1e15), z.maximum(1e15)),
});
export type ChartPoint = z.infer<typeof point>;

const drawing = z
  .strictObject({
    id,
    kind: z.enum(drawingKinds),
    colour: z.enum(chartColours),
    points: z.array(point).check(z.minLength(1), z.maxLength(2)),
    text: z.string().check(z.overwrite(onOneLine), z.maxLength(longestDrawingText)),
  })
  .check(
    z.refine(({ kind, points }) => points.length === drawingPoints[kind], {
      error: 'This drawing has the wrong number of points',
    }),
  );
export type ChartDrawing = z.infer<typeof drawing>;

const distinct = <Item>(nameOf: (item: Item) => string) =>
  z.refine<Item[]>((items) => new Set(items.map(nameOf)).size === items.length, {
    error: 'Each item can appear only once',
  });

export const chartLayout = z.strictObject({
  type: z.enum(chartTypes),
  scale: z.enum(chartScales),
  indicators: z.array(indicator).check(
    z.maxLength(mostIndicators),
    distinct((one) => one.id),
  ),
  drawings: z.array(drawing).check(
    z.maxLength(mostDrawings),
    distinct((one) => one.id),
  ),
  /** Symbols of other assets, drawn in percent. */
  compared: z.array(symbol).check(
    z.maxLength(mostCompared),
    distinct((one) => one),
  ),
});
export type ChartLayout = z.infer<typeof chartLayout>;
