import type { ChartIndicator } from '../../../lib/contract/chart/chart-layout.ts';
import { token } from '../chart/chart-style.ts';
import { canvasColour } from '../chart-tools/palette.ts';
import type { PlotLine, PlotStyle } from '../chart-tools/plot-series.ts';

/** How an indicator's values are drawn in the page's theme, in the order in which `createCalculator` returns them. */
export function plotStyleOf({ kind, colour, inputs }: ChartIndicator, element: HTMLElement): PlotStyle {
  const own = canvasColour(colour);
  const second = canvasColour(colour === 'orange' ? 'blue' : 'orange');
  const [up, down, upTint, downTint, faint] = ['--up', '--down', '--up-tint', '--down-tint', '--hairline-strong'].map(
    (name) => token(element, name),
  ) as [string, string, string, string, string];
  const line = (lineColour: string, more: Partial<PlotLine> = {}): PlotLine => ({
    ...{ shape: 'line', colour: lineColour },
    ...more,
  });
  const tint = `color-mix(in srgb, ${own} 9%, transparent)`;
  const band = (levels: readonly number[]) => ({ levels, levelColour: faint });
  // The cloud is drawn ahead by one bar less than the base line is long: the newest bar counts.
  const ahead = (inputs['base'] ?? 1) - 1;
  switch (kind) {
    case 'bollinger':
      return {
        lines: [line(own, { isDashed: true }), line(own), line(own)],
        fills: [{ between: [1, 2], colours: [tint, tint] }],
      };
    case 'ichimoku':
      return {
        lines: [
          line(own),
          line(second),
          line(up, { offset: ahead, width: 1 }),
          line(down, { offset: ahead, width: 1 }),
          line(canvasColour('grey'), { offset: -ahead, width: 1 }),
        ],
        fills: [{ between: [2, 3], colours: [upTint, downTint] }],
      };
    case 'rsi':
      return { lines: [line(own)], ...band([30, 70]) };
    case 'stochastic':
      return { lines: [line(own), line(second)], ...band([20, 80]) };
    case 'macd':
      return {
        lines: [line(own), line(second), { shape: 'columns', colour: upTint, fallColour: downTint }],
        ...band([0]),
      };
    case 'adx':
      return { lines: [line(own, { width: 2 }), line(up, { width: 1 }), line(down, { width: 1 })], ...band([25]) };
    case 'ma':
    case 'ema':
    case 'vwap':
    case 'atr':
      return { lines: [line(own)] };
  }
}
