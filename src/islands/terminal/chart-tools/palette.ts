import type { ChartColour } from '../../../lib/contract/chart/chart-layout.ts';
import { token } from '../chart/chart-style.ts';
import './palette.css';

/** A colour for the style of an element, which follows the theme. */
export const cssColour = (colour: ChartColour) => `var(--chart-${colour})`;

/** A colour for a canvas, in the page's theme: it has to be painted again when that changes. */
export const canvasColour = (colour: ChartColour) => token(document.documentElement, `--chart-${colour}`);
