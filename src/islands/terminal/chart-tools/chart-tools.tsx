import { useStore } from '@nanostores/react';
import { PriceScaleMode } from 'lightweight-charts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ChartLayout } from '../../../lib/contract/chart/chart-layout.ts';
import { $isUnsaved, saveChanges } from '../../../stores/chart/change-layout.ts';
import { $layout, $tool, plainLayout } from '../../../stores/chart/chart-layout.ts';
import type { ToolName } from '../../../stores/chart/chart-layout.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { useScript } from '../chart/use-script.ts';
import { drawType } from './draw-type.ts';
import { onFullScreen, toggleFullScreen, uncover } from './full-screen.ts';
import { ToolPanel } from './tool-panel.tsx';
import type { ToolProps } from './tool-props.ts';

const loadIndicators = () => import('../chart-indicators/chart-indicators.tsx');
const loadCompare = () => import('../chart-compare/chart-compare.tsx');
const loadDrawings = () => import('../chart-drawings/chart-drawings.tsx');

/** Draws what the customer has set on the chart, and shows the panel of the tool that is open. */
export function ChartTools({ chart, symbol }: Omit<ToolProps, 'layout'>) {
  const kept = useStore($layout);
  const open = useStore($tool);
  const layout = (kept?.symbol === symbol && kept.layout) || plainLayout;
  // Stays once it is there: the next press on the chart may place a drawing.
  const [isDrawing, setDrawing] = useState(false);
  const isNeeded = (tool: ToolName, shown: readonly unknown[]) => shown.length > 0 || open === tool || open === 'all';
  if (!isDrawing && isNeeded('drawings', layout.drawings)) setDrawing(true);
  const parts = {
    indicators: useScript(loadIndicators, isNeeded('indicators', layout.indicators), open === 'indicators'),
    compare: useScript(loadCompare, isNeeded('compare', layout.compared), open === 'compare'),
    drawings: useScript(loadDrawings, isDrawing, open === 'drawings'),
  };
  useSaving(symbol);
  useType(chart, layout);
  useScale(chart, layout);
  useEffect(() => {
    if (open !== 'full') return;
    $tool.set(null);
    toggleFullScreen(chart.parts.element);
  }, [open, chart]);
  useEffect(() => uncover, []);
  const isAlone = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  return (
    <>
      {/* The browser shows nothing else of the page then. */}
      {isAlone && <Toasts />}
      {parts.indicators && layout.indicators.length > 0 && (
        <parts.indicators.IndicatorLayer chart={chart} layout={layout} />
      )}
      {parts.compare && layout.compared.length > 0 && (
        <parts.compare.ComparedLayer chart={chart} symbol={symbol} layout={layout} />
      )}
      {parts.drawings && <parts.drawings.DrawingLayer chart={chart} symbol={symbol} layout={layout} />}
      {open && open !== 'full' && <ToolPanel {...{ chart, symbol, layout, parts }} tool={open} />}
    </>
  );
}

/** Tells what is not saved, and saves what is left when the page or the chart is left. */
function useSaving(symbol: string) {
  const { t } = useTerminal();
  const isUnsaved = useStore($isUnsaved);
  const isUnknown = useStore($layout)?.status === 'failed';
  useEffect(() => {
    if (isUnsaved) showToast({ kind: 'error', text: t('platform.chart.tools.notSaved') });
  }, [isUnsaved, t]);
  useEffect(() => {
    if (isUnknown) showToast({ kind: 'error', text: t('platform.chart.tools.notKnown') });
  }, [isUnknown, t]);
  useEffect(() => {
    const leave = () => saveChanges({ isLeaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      saveChanges();
    };
  }, [symbol]);
}

function useType(chart: PriceChart, { type }: ChartLayout) {
  useEffect(() => (type === 'candles' ? undefined : drawType(chart, type)), [chart, type]);
}

const { Normal: linear, Logarithmic: log, Percentage: percent } = PriceScaleMode;
const modes = { linear, log, percent } as const;

function useScale(chart: PriceChart, { scale, compared }: ChartLayout) {
  const mode = modes[compared.length > 0 ? 'percent' : scale];
  useEffect(() => {
    chart.parts.series.priceScale().applyOptions({ mode });
    return () => {
      if (!chart.isRemoved()) chart.parts.series.priceScale().applyOptions({ mode: modes.linear });
    };
  }, [chart, mode]);
}
