import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChartIndicator, ChartLayout } from '../../../lib/contract/chart/chart-layout.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { factsOf } from '../../../lib/charts/indicator-kinds.ts';
import { $tool } from '../../../stores/chart/chart-layout.ts';
import { onTheme } from '../../../stores/theme.ts';
import { useTerminal } from '../terminal-context.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { cssColour } from '../chart-tools/palette.ts';
import styles from './indicator-layer.module.css';
import { drawIndicator } from './indicator-series.ts';
import type { DrawnIndicator } from './indicator-series.ts';

/** Draws the indicators, and writes their names and values over the chart. */
export function IndicatorLayer({ chart, layout: { indicators } }: { chart: PriceChart; layout: ChartLayout }) {
  const { locale } = useTerminal();
  const [$drawn] = useState(() => atom<readonly DrawnIndicator[]>([]));
  const drawn = useStore($drawn);
  useEffect(() => {
    const all = drawAll(chart, indicators, locale);
    $drawn.set(all);
    const stop = onTheme(() => requestAnimationFrame(() => all.forEach(({ paint }) => paint())));
    return () => {
      stop();
      // From the last pane on, so that removing one does not move the others.
      for (const one of all.toReversed()) one.remove();
    };
  }, [chart, indicators, locale, $drawn]);

  const place = chart.parts.element.parentElement;
  const overPrices = place?.querySelector('[data-chart-legends]');
  const overlays = drawn.filter(({ paneIndex }) => paneIndex === 0);
  const others = drawn.filter(({ paneIndex }) => paneIndex > 0);
  return (
    <>
      {overPrices && createPortal(<Legends chart={chart} drawn={overlays} />, overPrices)}
      {others.map((one) => (
        <PaneLegend key={one.indicator.id} chart={chart} drawn={one} />
      ))}
    </>
  );
}

/** Overlays are drawn over the prices; each other indicator gets the next pane. */
function drawAll(chart: PriceChart, indicators: readonly ChartIndicator[], locale: string): DrawnIndicator[] {
  let panes = 0;
  return indicators.map((indicator) => {
    const paneIndex = factsOf(indicator.kind).isOverlay ? 0 : (panes += 1);
    return drawIndicator(chart, { indicator, paneIndex, locale });
  });
}

function Legends({ chart, drawn }: { chart: PriceChart; drawn: readonly DrawnIndicator[] }) {
  return (
    <ul className={styles.legends}>
      {drawn.map((one) => (
        <li key={one.indicator.id}>
          <Legend chart={chart} drawn={one} />
        </li>
      ))}
    </ul>
  );
}

/** A separator between panes is a pixel high. */
const separatorPx = 1;

/** At the top of the indicator's pane, wherever that is after a redraw. */
function PaneLegend({ chart, drawn }: { chart: PriceChart; drawn: DrawnIndicator }) {
  const place = useCallback(
    (legend: HTMLDivElement) =>
      chart.$paints.subscribe(() => {
        const above = chart.parts.chart.panes().slice(0, drawn.paneIndex);
        const top = above.reduce((sum, pane) => sum + pane.getHeight() + separatorPx, 2);
        const transform = `translateY(${top}px)`;
        if (legend.style.transform !== transform) legend.style.transform = transform;
      }),
    [chart, drawn],
  );
  return (
    <div ref={place} className={styles.pane}>
      <Legend chart={chart} drawn={drawn} />
    </div>
  );
}

/** The indicator's name, which leads to its settings, and its values, written without a render. */
function Legend({ chart, drawn }: { chart: PriceChart; drawn: DrawnIndicator }) {
  const { t, locale } = useTerminal();
  const { indicator } = drawn;
  const follow = useCallback(
    (cell: HTMLElement) =>
      chart.$bar.subscribe((bar) => {
        const values = drawn.values(bar?.time as never);
        const text = values.map((value) => (Number.isFinite(value) ? drawn.textOf(value) : '–')).join('  ');
        if (cell.textContent !== text) cell.textContent = text;
      }),
    [chart, drawn],
  );
  const name = `${t(`platform.chart.tools.indicator.short.${indicator.kind}`)} ${inputsText(indicator, locale)}`.trim();
  return (
    <span className={styles.legend} data-indicator={indicator.kind}>
      <button
        type="button"
        aria-label={t('platform.chart.tools.settings', { name })}
        style={{ color: cssColour(indicator.colour) }}
        onClick={() => $tool.set('indicators')}
      >
        {name}
      </button>
      <span ref={follow} />
    </span>
  );
}

/** In the order of the settings: the database keeps none. */
function inputsText({ kind, inputs }: ChartIndicator, locale: string): string {
  return Object.keys(factsOf(kind).inputs)
    .map((name) => formatNumber(inputs[name] ?? NaN, locale))
    .join(' ');
}
