import { LineStyle } from 'lightweight-charts';
import type { IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from './chart-lines.ts';
import { token } from './chart-look.ts';

const colours = { open: '--text-quiet', stopLoss: '--down', takeProfit: '--up' } as const;
const styles = { chosen: LineStyle.Dashed, dragged: LineStyle.Solid, other: LineStyle.SparseDotted } as const;

/**
 * Keeps the lines of a chart as they were last given, in the colours that the theme has now. A line that only moves stays the
 * same one.
 */
export function createLineDrawer(series: ISeriesApi<'Candlestick'>, element: HTMLElement) {
  const drawn = new Map<string, IPriceLine>();
  let shown: readonly ChartLine[] = [];
  return (lines = shown) => {
    shown = lines;
    const wanted = new Set(lines.map(({ id }) => id));
    for (const [id, line] of drawn) {
      if (wanted.has(id)) continue;
      series.removePriceLine(line);
      drawn.delete(id);
    }
    const background = token(element, '--surface-3');
    for (const { id, kind, rate, look, isLabelled } of lines) {
      const color = token(element, colours[kind]);
      const options = {
        id,
        price: rate,
        color,
        lineWidth: 1,
        lineStyle: styles[look],
        axisLabelVisible: isLabelled,
        axisLabelColor: background,
        axisLabelTextColor: color,
      } as const;
      const line = drawn.get(id);
      if (line) line.applyOptions(options);
      else drawn.set(id, series.createPriceLine({ ...options, title: '' }));
    }
  };
}
