import { useCallback } from 'react';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { serverNowMs } from '../../../stores/realtime/api-server.ts';
import { $candles, isDayOrLonger, loadOlderCandles } from '../../../stores/candles.ts';
import { choosePosition } from '../../../stores/trading/level-draft.ts';
import { priceBook } from '../../../stores/prices.ts';
import { onTheme } from '../../../stores/theme.ts';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import styles from './chart.module.css';
import type { ChartEvents } from './chart-view.ts';
import type { createPriceChart, PriceChart } from './price-chart.ts';

interface ChartCanvasProps {
  library: { createPriceChart: typeof createPriceChart };
  onChart: (chart: PriceChart | null) => void;
}

/**
 * The chart's drawing area. React only mounts the element; candles, prices and the theme reach the chart without a
 * render.
 */
export function ChartCanvas({ library, onChart }: ChartCanvasProps) {
  const terminal = useTerminal();
  const mount = useCallback(
    (element: HTMLDivElement) => {
      const name = createName(element, terminal);
      const chart = library.createPriceChart(element, terminal.locale, eventsOf(name, terminal));
      const stop = followChart(chart, element, name);
      onChart(chart);
      return () => {
        onChart(null);
        stop();
      };
    },
    [library, terminal, onChart],
  );
  return <div ref={mount} className={styles.canvas} />;
}

/** The chart's accessible name: the interval of its bars, and the period in view. */
interface ChartName {
  setResolution: (resolution: CandleResolution) => void;
  /** Unix seconds. */
  setRange: (from: number, to: number) => void;
}

function createName(element: HTMLElement, { t, locale }: TerminalContextValue): ChartName {
  let interval: CandleResolution | undefined;
  let range: [number, number] | undefined;
  const write = () => {
    if (!range || !interval) return;
    const [from, to] = range.map((seconds) => formatBarTime(seconds, { locale, isDaily: isDayOrLonger(interval) }));
    element.role = 'img';
    element.ariaLabel = t('platform.chart.view', { interval, from: from ?? '', to: to ?? '' });
  };
  return {
    setResolution(resolution) {
      interval = resolution;
      write();
    },
    setRange(from, to) {
      range = [from, to];
      write();
    },
  };
}

function eventsOf(name: ChartName, { locale }: TerminalContextValue): ChartEvents {
  return {
    timeOf: (seconds, isDaily) => formatBarTime(seconds, { locale, isDaily }),
    onEdge: () => void loadOlderCandles(),
    onLine: ({ positionId }) => choosePosition(positionId),
    onRange: name.setRange,
  };
}

function followChart(chart: PriceChart, element: HTMLElement, name: ChartName): () => void {
  let stopPrice: (() => void) | undefined;
  let shown: string | undefined;
  const stops = [
    $candles.subscribe((state) => {
      stopPrice?.();
      if (state?.status !== 'ready') return;
      const { symbol, resolution, candles } = state;
      // A new symbol keeps the visible range and bar width of the previous symbol; a new resolution resets them.
      name.setResolution(resolution);
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
