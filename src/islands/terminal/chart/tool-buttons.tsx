import { useEffect } from 'react';
import { useStore } from '@nanostores/react';
import { $layout, $tool, loadLayout, toolNames } from '../../../stores/chart/chart-layout.ts';
import type { ToolName } from '../../../stores/chart/chart-layout.ts';
import { useTerminal } from '../terminal-context.ts';
import type { PriceChart } from './price-chart.ts';
import styles from './tool-buttons.module.css';
import { useScript } from './use-script.ts';

/** The paths of the buttons' icons, in a square of 16. */
const icons: Readonly<Record<ToolName, string>> = {
  type: 'M4.5 1v14M2.5 4h4v7h-4zM11.5 2v12M9.5 6h4v5h-4z',
  indicators: 'M1 12l4-6 4 4 6-8M1 15h14',
  drawings: 'M2 14l1-4 8-8 3 3-8 8zM9 4l3 3',
  compare: 'M1 11c4 0 4-8 8-8h6M1 5c4 0 4 8 8 8h6',
  view: 'M1 4h8m4 0h2M9 2v4h3V2zM1 12h2m4 0h8M4 10v4h3v-4z',
  full: 'M1 6V1h5M10 1h5v5M15 10v5h-5M6 15H1v-5',
  all: 'M1 4h14M1 8h14M1 12h14',
};

/** Opens the chart's tools, which load when the first is used, or when the customer has used some before. */
export function ToolButtons() {
  const { t } = useTerminal();
  const open = useStore($tool);
  return (
    <div className={styles.tools} role="group" aria-label={t('platform.chart.tools.title')}>
      {toolNames.map((name) => (
        <button
          key={name}
          type="button"
          data-tool={name}
          aria-label={t(`platform.chart.tools.${name}`)}
          aria-haspopup={name === 'full' ? undefined : 'dialog'}
          aria-expanded={name === 'full' ? undefined : open === name}
          title={t(`platform.chart.tools.${name}`)}
          onClick={() => $tool.set(name)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={icons[name]} />
          </svg>
        </button>
      ))}
    </div>
  );
}

const loadTools = () => import('../chart-tools/chart-tools.tsx');

/** The tools, once they are needed. */
export function ToolsWhenUsed({ chart, symbol }: { chart: PriceChart; symbol: string }) {
  const tool = useStore($tool);
  const kept = useStore($layout);
  useEffect(() => void loadLayout(symbol), [symbol]);
  const tools = useScript(loadTools, tool !== null || kept?.layout != null, tool !== null);
  return tools && <tools.ChartTools chart={chart} symbol={symbol} />;
}
