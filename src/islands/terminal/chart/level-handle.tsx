import { useCallback, useEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import type { LevelFault } from '../../../lib/trading/levels.ts';
import { $levelDraft } from '../../../stores/trading/level-draft.ts';
import { profitAt } from '../../../stores/trading/level-meaning.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import { dropDraft, levelFaultAt, moveLevel, sendDraft } from '../../../stores/trading/move-level.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import styles from './level-handle.module.css';
import { draggedRate, steppedRate } from './level-rates.ts';
import type { PriceChart } from './price-chart.ts';

/** A touch becomes a drag only after moving this far. */
const leastDragPx = 4;

interface LevelHandleProps extends PositionLevel {
  chart: PriceChart;
}

/** The handle of one level. Dragging it or pressing keys changes the level. Its text is written without a render. */
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

/** Returns a function that sends the moved level and reports the outcome. */
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
  /** The y coordinate at which the drag began, and its distance from the line; null while nothing is dragged. */
  const grip = useRef<{ startY: number; offset: number }>(null);
  const drop = () => {
    grip.current = null;
    dropDraft();
  };
  // Drops the draft on unmount, because the position may close while its level is being moved.
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

/** Half the height of an element that is centred on a line, in pixels. Its centre stays this far from the edges. */
const halfPx = 11;

/** Moves an element to the height of a rate, or to the nearest edge if that height is out of view. */
export function moveTo(element: HTMLElement, rate: number, chart: PriceChart): void {
  const y = chart.yOf(rate);
  element.hidden = y === null;
  if (y === null) return;
  const lowest = chart.size().height - halfPx;
  const beyond = y < 0 ? 'up' : y > lowest + halfPx ? 'down' : 'none';
  if (element.dataset['beyond'] !== beyond) element.dataset['beyond'] = beyond;
  const transform = `translateY(${Math.round(Math.max(halfPx, Math.min(y, lowest)))}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
}

/**
 * Returns a function that updates a level's handle: its offset, its rate, and either the profit at that rate or the
 * fault.
 */
function handleWriter(handle: HTMLElement, level: PositionLevel, chart: PriceChart, terminal: TerminalContextValue) {
  const { position, kind } = level;
  const { t, locale, currency } = terminal;
  const value = handle.querySelector('[data-value]');
  let shown: unknown;

  const textOf = (rate: number, fault: LevelFault | undefined) => {
    if (fault) return t(`platform.level.${fault.bound}`, { price: formatRate(fault.price, locale) });
    const profit = profitAt(position, rate);
    return formatRate(rate, locale) + (profit === null ? '' : ` · ${formatSignedMoney(profit, locale, currency)}`);
  };

  return () => {
    const draft = $levelDraft.get();
    const own = draft?.kind === kind && draft.position.id === position.id ? draft : undefined;
    const rate = own?.rate ?? levelOf(level);
    moveTo(handle, rate ?? position.open_rate, chart);
    // A price change does not affect a level that is not being moved: it was valid when it was set, and its text stays.
    if (!own && shown === rate) return;
    shown = own ?? rate;
    const fault = own && levelFaultAt(level, own.rate);
    const text = rate === null ? '' : textOf(rate, fault);
    handle.toggleAttribute('data-none', rate === null);
    handle.toggleAttribute('data-moved', own !== undefined);
    handle.toggleAttribute('data-fault', fault !== undefined);
    handle.ariaBusy = String(own?.isPending ?? false);
    handle.ariaValueNow = String(rate ?? position.open_rate);
    if (handle.ariaValueText !== text) handle.ariaValueText = text || t('platform.level.none');
    if (value && value.textContent !== text) value.textContent = text;
  };
}
