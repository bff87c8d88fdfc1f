import { useCallback, useEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatRate } from '../../../lib/format/format-number.ts';
import { $levelDraft, dropDraft, moveLevel, sendDraft } from '../../../stores/chart/level-draft.ts';
import { showToast } from '../../../stores/toasts.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './level-handle.module.css';
import { draggedRate, steppedRate } from './level-rates.ts';
import type { PriceChart } from './price-chart.ts';
import { handleWriter } from './write-handle.ts';

/** A finger that touches is not yet one that drags. */
const leastDragPx = 4;

interface LevelHandleProps extends PositionLevel {
  chart: PriceChart;
}

/** The handle of one level: dragged or moved by keys, it changes the level; what it shows is written past React. */
export function LevelHandle({ chart, position, kind }: LevelHandleProps) {
  const terminal = useTerminal();
  const { t, locale } = terminal;
  const { direction, leverage, open_rate } = position;
  const follow = useCallback(
    (handle: HTMLDivElement) => chart.$paints.subscribe(handleWriter(handle, { position, kind }, chart, terminal)),
    [chart, position, kind, terminal],
  );
  const moves = useMoves({ chart, position, kind });
  const words = { side: t(`platform.direction.${direction}`), leverage, rate: formatRate(open_rate, locale) };
  return (
    <div
      ref={follow}
      className={styles.handle}
      data-kind={kind}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`platform.chart.handle.${kind}`, words)}
      aria-valuemin={0}
      aria-valuemax={open_rate * 2}
      aria-valuenow={levelOf({ position, kind }) ?? open_rate}
      {...moves}
    >
      {t(`platform.chart.short.${kind}`)}
      <span className={styles.value} data-value />
    </div>
  );
}

/** Sends what was moved, and says how that ended. */
function useSending({ position: { symbol }, kind }: PositionLevel) {
  const { t, locale } = useTerminal();
  const { reportUpdate } = useReport();
  return () => {
    void sendDraft().then((outcome) => {
      if (outcome?.kind === 'fault') {
        const { bound, price } = outcome.fault;
        const fault = t(`platform.level.${bound}`, { price: formatRate(price, locale) });
        showToast({ kind: 'error', text: t(`platform.level.faultOf.${kind}`, { symbol, fault }) });
      } else if (outcome) reportUpdate(outcome);
    });
  };
}

function useMoves({ chart, ...level }: LevelHandleProps) {
  const send = useSending(level);
  /** Where a drag began, and how far from the line; null while there is none. */
  const grip = useRef<{ startY: number; offset: number }>(null);
  const drop = () => {
    grip.current = null;
    dropDraft();
  };
  // The position may be closed while its level is moved.
  useEffect(() => dropDraft, []);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const { top, height } = event.currentTarget.getBoundingClientRect();
      grip.current = { startY: event.clientY, offset: event.clientY - top - height / 2 };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (!grip.current) return;
      const { startY, offset } = grip.current;
      if (!$levelDraft.get() && Math.abs(clientY - startY) < leastDragPx) return;
      const at = chart.rateAt(clientY - offset);
      const rate = at && draggedRate(at.rate, at.pixelRate);
      if (rate !== null) moveLevel(level, rate);
    },
    onPointerUp: () => {
      if (grip.current) send();
      grip.current = null;
    },
    onPointerCancel: drop,
    onBlur: send,
    onKeyDown: (event: KeyboardEvent) => {
      const known = levelOf(level);
      const rate = steppedRate($levelDraft.get()?.rate ?? known ?? level.position.open_rate, event.key);
      if (rate !== null) moveLevel(level, rate);
      else if (event.key === 'Escape') drop();
      else if (event.key === 'Enter') send();
      else if (event.key === 'Delete' && known !== null) {
        moveLevel(level, null);
        send();
      } else return;
      event.preventDefault();
    },
  };
}
