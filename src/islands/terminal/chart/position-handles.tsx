import { useCallback } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { choosePosition, levelKinds } from '../../../stores/trading/level-draft.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './chart-overlay.module.css';
import { LevelHandle, moveTo } from './level-handle.tsx';
import type { PriceChart } from './price-chart.ts';

/** Chooses which of several positions has its levels on the chart. */
export function PositionPicker({ open, chosen }: { open: readonly Position[]; chosen: Position | undefined }) {
  const { t, locale, currency } = useTerminal();
  return (
    <select
      className={styles.picker}
      aria-label={t('platform.chart.position')}
      value={chosen?.id}
      onChange={(event) => choosePosition(event.target.value)}
    >
      {open.map(({ id, direction, leverage, amount, open_rate }) => (
        <option key={id} value={id}>
          {`${t(`platform.direction.${direction}`)} ${t('platform.times', { leverage })} · ${formatMoney(amount, locale, currency)} · ${formatRate(open_rate, locale)}`}
        </option>
      ))}
    </select>
  );
}

/** The label on the chosen position's line, and its handles. As wide as the chart without its axis. */
export function PositionHandles({ chart, position }: { chart: PriceChart; position: Position }) {
  const { t } = useTerminal();
  const { direction, leverage, open_rate } = position;
  const size = useCallback(
    (area: HTMLDivElement) =>
      chart.$paints.subscribe(() => {
        const width = `${chart.size().width}px`;
        if (area.style.width !== width) area.style.width = width;
      }),
    [chart],
  );
  const move = useCallback(
    (tag: HTMLElement) => chart.$paints.subscribe(() => moveTo(tag, open_rate, chart)),
    [chart, open_rate],
  );
  return (
    <div ref={size} className={styles.handles}>
      <span ref={move} className={styles.tag}>
        {t(`platform.direction.${direction}`)} {t('platform.times', { leverage })}
      </span>
      {levelKinds.map((kind) => (
        <LevelHandle key={kind} chart={chart} position={position} kind={kind} />
      ))}
    </div>
  );
}
