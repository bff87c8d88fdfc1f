import { useStore } from '@nanostores/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { $tablesHeight, tablesHeightLimits } from '../../../stores/market-list.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './panel-resizer.module.css';

const keyStepPx = 24;

/** The edge between the chart and the tables: dragged, or moved with the arrow keys. */
export function PanelResizer() {
  const { t } = useTerminal();
  const heightPx = useStore($tablesHeight, { ssr: 'initial' });
  return (
    <div
      className={styles.resizer}
      role="slider"
      aria-orientation="vertical"
      aria-label={t('platform.resize')}
      aria-valuenow={heightPx}
      aria-valuemin={tablesHeightLimits.least}
      aria-valuemax={tablesHeightLimits.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={step}
    />
  );
}

function resize(heightPx: number) {
  const { least, most } = tablesHeightLimits;
  $tablesHeight.set(Math.round(Math.min(Math.max(heightPx, least), most)));
}

function drag(event: PointerEvent<HTMLElement>) {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
  resize(window.innerHeight - event.clientY);
}

function step(event: KeyboardEvent) {
  const change = { ArrowUp: keyStepPx, ArrowDown: -keyStepPx }[event.key];
  if (change === undefined) return;
  event.preventDefault();
  resize($tablesHeight.get() + change);
}
