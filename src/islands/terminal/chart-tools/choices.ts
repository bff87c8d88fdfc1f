import type * as layout from '../../../lib/contract/chart/chart-layout.ts';

/**
 * The lists of the contract for the browser, which does not load the contract's schemas. The compiler checks that they
 * are complete.
 */

type Listed<Item extends string> = Readonly<Record<Item, true>>;

const types: Listed<layout.ChartType> = { candles: true, bars: true, line: true, area: true, heikinAshi: true };
const scales: Listed<layout.ChartScale> = { linear: true, log: true, percent: true };
const colours: Listed<layout.ChartColour> = {
  ...{ blue: true, orange: true, violet: true, teal: true },
  ...{ pink: true, yellow: true, grey: true },
};

export const chartTypes = Object.keys(types) as layout.ChartType[];
export const chartScales = Object.keys(scales) as layout.ChartScale[];
export const chartColours = Object.keys(colours) as layout.ChartColour[];

/** The limits of the contract. */
export const most = { indicators: 20, drawings: 100, compared: 4, text: 200 } satisfies Readonly<{
  indicators: typeof layout.mostIndicators;
  drawings: typeof layout.mostDrawings;
  compared: typeof layout.mostCompared;
  text: typeof layout.longestDrawingText;
}>;
