import { customSeriesDefaultOptions } from 'lightweight-charts';
import type { ChartColour } from '../../../lib/contract/chart/chart-layout.ts';
import { loadSince } from '../../../stores/candles.ts';
import { priceBook } from '../../../stores/prices.ts';
import { onTheme } from '../../../stores/theme.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { isRateBar } from '../chart-tools/draw-type.ts';
import { canvasColour } from '../chart-tools/palette.ts';
import { createPlotView } from '../chart-tools/plot-series.ts';

interface Compared {
  symbol: string;
  colour: ChartColour;
  /** The prices could not be loaded. */
  onFault: () => void;
}

/**
 * Draws the closes of another asset at the bars of this one; the scale is in percent. Its own bars are not added to
 * the time scale: a market that never closes would pull those of another apart. Returns a stop function.
 */
export function compareWith(priceChart: PriceChart, { symbol, colour, onFault }: Compared): () => void {
  const { chart, source } = priceChart.parts;
  const style = () => ({ lines: [{ shape: 'line', colour: canvasColour(colour), width: 2 }] as const });
  const view = createPlotView(style(), () => ({ ...customSeriesDefaultOptions }));
  const series = chart.addCustomSeries(view, { title: symbol, color: canvasColour(colour), priceLineVisible: false });
  let closes = new Map<number, number>();
  let request = 0;

  const show = () =>
    series.setData(
      source.bars.flatMap((bar) => {
        const close = closes.get(bar.time);
        return isRateBar(bar) && close !== undefined ? [{ time: bar.time, values: [close] }] : [];
      }),
    );
  const load = async () => {
    const own = (request += 1);
    const from = source.bars[0]?.time;
    if (from === undefined) return;
    const answer = await loadSince({ symbol, resolution: source.resolution }, Math.max(0, from));
    if (own !== request || priceChart.isRemoved()) return;
    if (answer.ok) {
      closes = new Map(answer.data.map(({ time, close }) => [time, close]));
      show();
    } else onFault();
  };
  const addPrice = () => {
    const price = priceBook.get(symbol);
    const last = source.bars.at(-1);
    if (!last || !price || price.sell <= 0 || price.stale || closes.size === 0) return;
    closes.set(last.time, price.sell);
    series.update({ time: last.time, values: [price.sell] });
  };
  void load();
  const stops = [
    source.listen((changed) => {
      if (changed !== 'all') return;
      closes = new Map();
      show();
      void load();
    }),
    priceBook.watch([symbol], addPrice),
    onTheme(() =>
      requestAnimationFrame(() => {
        view.style = style();
        series.applyOptions({ color: canvasColour(colour) });
      }),
    ),
    () => {
      request += 1;
      if (!priceChart.isRemoved()) chart.removeSeries(series);
    },
  ];
  return () => stops.forEach((stop) => stop());
}
