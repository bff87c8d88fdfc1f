import { useCallback } from 'react';
import { resolutionSeconds } from '../../../lib/trading/candle.ts';
import { $candles } from '../../../stores/candles.ts';
import { priceBook } from '../../../stores/prices.ts';
import { $theme } from '../../../stores/theme.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import styles from './chart.module.css';
import type { ChartLevel, PriceChart } from './price-chart.ts';

/** The drawing itself. React only places the element: candles, prices and the theme reach the chart past it. */
export function ChartCanvas() {
  const terminal = useTerminal();
  const mount = useCallback((element: HTMLDivElement) => keepChart(element, terminal), [terminal]);
  return <div ref={mount} className={styles.canvas} />;
}

/** The library is 50 kB: it comes after the first paint, while the candles are on their way. */
function keepChart(element: HTMLElement, terminal: TerminalContextValue): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('./price-chart.ts').then(({ createPriceChart }) => {
    if (!isOver) stop = followChart(createPriceChart(element, terminal.locale), terminal);
  });
  return () => {
    isOver = true;
    stop?.();
  };
}

function followChart(chart: PriceChart, { t, locale, currency }: TerminalContextValue): () => void {
  let stopPrice: (() => void) | undefined;
  let shown = '';
  const mark = () => chart.mark(levelsOf($candles.get()?.symbol, { t, locale, currency }));

  const stops = [
    $candles.subscribe((state) => {
      stopPrice?.();
      stopPrice = undefined;
      if (state?.status !== 'ready') return;
      const { symbol } = state;
      const wanted = `${symbol} ${state.resolution}`;
      chart.show(state.candles, { seconds: resolutionSeconds[state.resolution], isSame: wanted === shown });
      shown = wanted;
      const follow = () => {
        const price = priceBook.get(symbol);
        if (price && price.sell > 0 && !price.stale) chart.addRate(price.sell, Date.now());
      };
      follow();
      stopPrice = priceBook.watch([symbol], follow);
      mark();
    }),
    $positions.listen(mark),
    // The document's own listener was there first, so the tokens are the new theme's by now.
    $theme.listen(() => {
      requestAnimationFrame(() => {
        chart.paint();
        mark();
      });
    }),
    () => stopPrice?.(),
    () => chart.remove(),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Where the customer's open positions in this symbol were opened. */
function levelsOf(symbol: string | undefined, { t }: TerminalContextValue): ChartLevel[] {
  const positions = $positions.get();
  if (positions.status !== 'ready') return [];
  return positions.open
    .filter((position) => position.symbol === symbol)
    .map(({ open_rate: rate, direction, leverage }) => ({
      rate,
      title: `${t(`platform.direction.${direction}`)} ×${leverage}`,
      trend: direction === 'buy' ? 'up' : 'down',
    }));
}
