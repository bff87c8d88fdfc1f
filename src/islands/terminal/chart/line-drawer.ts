import { LineStyle } from 'lightweight-charts';
import type { IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from './chart-lines.ts';
import { token } from './chart-look.ts';

const styles = { chosen: LineStyle.Dashed, dragged: LineStyle.Solid, other: LineStyle.SparseDotted } as const;

const nameOf = ({ positionId, kind }: ChartLine) => `${positionId} ${kind}`;

/** So near to a line is on it, for a finger too. */
const nearPx = 12;

/**
 * Keeps the lines of a chart as they were last given, in the colours that the theme has now. A line that only moves stays the
 * same one.
 */
export function createLineDrawer(series: ISeriesApi<'Candlestick'>, element: HTMLElement) {
  const drawn = new Map<string, IPriceLine>();
  let shown: readonly ChartLine[] = [];

  const draw = (lines = shown) => {
    shown = lines;
    const wanted = new Set(lines.map(nameOf));
    for (const [name, line] of drawn) {
      if (wanted.has(name)) continue;
      series.removePriceLine(line);
      drawn.delete(name);
    }
    const background = token(element, '--surface-3');
    const colours = {
      open: token(element, '--text-quiet'),
      stopLoss: token(element, '--down'),
      takeProfit: token(element, '--up'),
    };
    for (const line of lines) {
      const { kind, rate, look, isLabelled } = line;
      const color = colours[kind];
      const options = {
        price: rate,
        color,
        lineWidth: 1,
        lineStyle: styles[look],
        axisLabelVisible: isLabelled,
        axisLabelColor: background,
        axisLabelTextColor: color,
      } as const;
      const known = drawn.get(nameOf(line));
      if (known) known.applyOptions(options);
      else drawn.set(nameOf(line), series.createPriceLine(options));
    }
  };
  /** The line at a height in pixels: the nearest one that is near. */
  const at = (y: number): ChartLine | undefined => {
    const farOf = ({ rate }: ChartLine) => Math.abs((series.priceToCoordinate(rate) ?? Infinity) - y);
    const [nearest] = shown.filter((line) => farOf(line) <= nearPx).sort((a, b) => farOf(a) - farOf(b));
    return nearest;
  };

  return { draw, at };
}
