import { useCallback } from 'react';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { serverNowMs } from '../../../stores/realtime/api-server.ts';
import { $candles, loadOlderCandles } from '../../../stores/candles.ts';
import { choosePosition } from '../../../stores/trading/level-draft.ts';
import { priceBook } from '../../../stores/prices.ts';
import { onTheme } from '../../../stores/theme.ts';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import styles from './chart.module.css';
import type { ChartEvents } from './chart-view.ts';
import type { PriceChart } from './price-chart.ts';

type OnChart = (chart: PriceChart | null) => void;

/**
 * The chart's drawing area. React only mounts the element; candles, prices and the theme reach the chart without a
 * render.
 */
export function ChartCanvas({ onChart }: { onChart: OnChart }) {
  const terminal = useTerminal();
  const mount = useCallback((element: HTMLDivElement) => keepChart(element, terminal, onChart), [terminal, onChart]);
  return <div ref={mount} className={styles.canvas} />;
}

/** The library is 50 kB, so it loads after the first paint, while the candles are being fetched. */
function keepChart(element: HTMLElement, terminal: TerminalContextValue, onChart: OnChart): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('./price-chart.ts').then(({ createPriceChart }) => {
    if (isOver) return;
    const chart = createPriceChart(element, terminal.locale, eventsOf(element, terminal));
    stop = followChart(chart, element);
    onChart(chart);
  });
  return () => {
    isOver = true;
    onChart(null);
    stop?.();
  };
}

function eventsOf(element: HTMLElement, { t, locale }: TerminalContextValue): ChartEvents {
  const timeOf = (seconds: number, isDaily?: boolean) => formatBarTime(seconds, { locale, isDaily });
  return {
    timeOf,
    onEdge: () => void loadOlderCandles(),
    onLine: ({ positionId }) => choosePosition(positionId),
    onRange: (from, to) => {
      element.role = 'img';
      element.ariaLabel = t('platform.chart.view', { from: timeOf(from), to: timeOf(to) });
    },
  };
}

function followChart(chart: PriceChart, element: HTMLElement): () => void {
  let stopPrice: (() => void) | undefined;
  let shown: string | undefined;
  const stops = [
    $candles.subscribe((state) => {
      stopPrice?.();
      if (state?.status !== 'ready') return;
      const { symbol, resolution, candles } = state;
      // A new symbol keeps the visible range and bar width of the previous symbol; a new resolution resets them.
      chart.show(candles, { resolution, isFitted: resolution !== shown });
      shown = resolution;
      // Tells tests what is drawn: bars of different resolutions can cover the same range.
      element.dataset.bars = `${symbol} ${resolution}`;
      stopPrice = priceBook.watch([symbol], () => {
        const price = priceBook.get(symbol);
        if (price && price.sell > 0 && !price.stale) chart.addRate(price.sell, serverNowMs() - priceBook.ageMs(symbol));
      });
    }),
    // The document's own theme listener has run by the next animation frame, so the design tokens are those of the new
    // theme.
    onTheme(() => requestAnimationFrame(chart.paint)),
    () => stopPrice?.(),
    chart.remove,
  ];
  return () => stops.forEach((stop) => stop());
}
