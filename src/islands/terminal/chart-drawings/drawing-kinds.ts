import type * as layout from '../../../lib/contract/chart/chart-layout.ts';

/** The number of points of each kind, as in the contract, whose schemas the browser does not load. */
export const drawingPoints = {
  ...{ trend: 2, horizontal: 1, ray: 2, rectangle: 2 },
  ...{ fibonacci: 2, text: 1, measure: 2 },
} as const satisfies typeof layout.drawingPoints;

export const drawingKinds = Object.keys(drawingPoints) as layout.DrawingKind[];
