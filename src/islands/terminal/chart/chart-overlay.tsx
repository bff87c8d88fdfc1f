import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { $candles, $past } from '../../../stores/candles.ts';
import { $chosenId, $levelDraft, choosePosition, levelKinds } from '../../../stores/chart/level-draft.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { useTerminal } from '../terminal-context.ts';
import { ChartLegend } from './chart-legend.tsx';
import { linesOf } from './chart-lines.ts';
import styles from './chart-overlay.module.css';
import { LevelHandle } from './level-handle.tsx';
import type { PriceChart } from './price-chart.ts';
import { placeAt } from './write-handle.ts';

/** What lies over the drawing: the figures of a bar, which position is chosen, and the handles of its levels. */
export function ChartOverlay({ chart }: { chart: PriceChart }) {
  const { t } = useTerminal();
  const candles = useStore($candles);
  const isLoading = useStore($past) === 'loading';
  const isPast = useStore(chart.$isPast);
  const { open, chosen } = usePositionsOf(candles?.symbol);

  useEffect(() => {
    const draw = () => chart.draw(linesOf(open, { chosenId: chosen?.id, draft: $levelDraft.get() }));
    draw();
    return $levelDraft.listen(draw);
  }, [chart, open, chosen?.id]);

  useRowsChoose(open);

  return (
    <>
      <div className={styles.top}>
        <ChartLegend chart={chart} isDaily={candles?.resolution === '1d'} />
        {open.length > 1 && <PositionPicker open={open} chosen={chosen} />}
      </div>
      <p className={styles.past} role="status">
        {isLoading && t('platform.chart.past')}
      </p>
      {isPast && (
        <button type="button" className={styles.latest} onClick={chart.showLatest}>
          {t('platform.chart.latest')}
        </button>
      )}
      {candles?.status === 'ready' && chosen && <Handles key={chosen.id} chart={chart} position={chosen} />}
    </>
  );
}

/** The open positions of a symbol, and the one whose levels can be moved: the newest where none was chosen. */
function usePositionsOf(symbol: string | undefined) {
  const positions = useStore($positions);
  const chosenId = useStore($chosenId);
  const open = useMemo(
    () => (positions.status === 'ready' ? positions.open.filter((position) => position.symbol === symbol) : []),
    [positions, symbol],
  );
  return { open, chosen: open.find(({ id }) => id === chosenId) ?? open[0] };
}

/** A row of the tables that is pressed, or has the focus, chooses its position. */
function useRowsChoose(open: readonly Position[]) {
  useEffect(() => {
    const choose = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('[data-position]') : null;
      const position = open.find(({ id }) => id === row?.getAttribute('data-position'));
      if (position) choosePosition(position.id);
    };
    const events = ['click', 'focusin'];
    for (const event of events) document.addEventListener(event, choose);
    return () => events.forEach((event) => document.removeEventListener(event, choose));
  }, [open]);
}

function PositionPicker({ open, chosen }: { open: readonly Position[]; chosen: Position | undefined }) {
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
          {`${t(`platform.direction.${direction}`)} ×${leverage} · ${formatMoney(amount, locale, currency)} · ${formatRate(open_rate, locale)}`}
        </option>
      ))}
    </select>
  );
}

/** The chosen position's name at its line, and its handles; as wide as the chart without its axis. */
function Handles({ chart, position }: { chart: PriceChart; position: Position }) {
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
  const place = useCallback(
    (tag: HTMLElement) => chart.$paints.subscribe(() => placeAt(tag, open_rate, chart)),
    [chart, open_rate],
  );
  return (
    <div ref={size} className={styles.handles}>
      <span ref={place} className={styles.tag}>
        {t(`platform.direction.${direction}`)} ×{leverage}
      </span>
      {levelKinds.map((kind) => (
        <LevelHandle key={kind} chart={chart} position={position} kind={kind} />
      ))}
    </div>
  );
}
