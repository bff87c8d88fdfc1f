import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { formatRate, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { $candles, $past, isDayOrLonger } from '../../../stores/candles.ts';
import { $chosenId, $levelDraft, choosePosition } from '../../../stores/trading/level-draft.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { useLoaded } from '../../shared/on-demand.tsx';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import { linesOf } from './chart-lines.ts';
import styles from './chart-overlay.module.css';
import type { PriceChart, ShownBar } from './price-chart.ts';

const loadParts = () => import('./position-handles.tsx');
const ignore = () => undefined;

/**
 * The layer over the drawing: the figures of one bar, the chosen position, and the handles of that position's levels.
 */
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
  // Without them, levels can still be changed in the table.
  const parts = useLoaded(loadParts, ignore, chosen !== undefined);

  return (
    <>
      <div className={styles.top}>
        <ChartLegend chart={chart} isDaily={isDayOrLonger(candles?.resolution)} />
        {open.length > 1 && parts && <parts.PositionPicker open={open} chosen={chosen} />}
        <div data-chart-legends />
      </div>
      <p className={styles.past} role="status">
        {isLoading && t('platform.chart.past')}
      </p>
      {isPast && (
        <button type="button" className={styles.latest} onClick={chart.showLatest}>
          {t('platform.chart.latest')}
        </button>
      )}
      {candles?.status === 'ready' && chosen && parts && (
        <parts.PositionHandles key={chosen.id} chart={chart} position={chosen} />
      )}
    </>
  );
}

/**
 * The open positions of a symbol, and the chosen one, whose levels can be moved. If none was chosen, it is the newest.
 */
function usePositionsOf(symbol: string | undefined) {
  const positions = useStore($positions);
  const chosenId = useStore($chosenId);
  const open = useMemo(
    () => (positions.status === 'ready' ? positions.open.filter((position) => position.symbol === symbol) : []),
    [positions, symbol],
  );
  return { open, chosen: open.find(({ id }) => id === chosenId) ?? open[0] };
}

/** Pressing or focusing a row of the tables chooses its position. */
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

const rates = ['open', 'high', 'low', 'close'] as const;
const figures = ['time', ...rates, 'change'] as const;

/**
 * The figures of the bar under the crosshair, or of the newest bar. Written without a render, because they change with
 * every price.
 */
function ChartLegend({ chart, isDaily }: { chart: PriceChart; isDaily: boolean }) {
  const { t, locale } = useTerminal();
  const follow = useCallback(
    (legend: HTMLDListElement) => chart.$bar.subscribe(legendWriter(legend, { locale, isDaily })),
    [chart, locale, isDaily],
  );
  return (
    <dl ref={follow} className={styles.legend}>
      {figures.map((figure) => (
        <div key={figure}>
          <dt>
            <abbr title={t(`platform.chart.bar.${figure}`)}>{t(`platform.chart.barShort.${figure}`)}</abbr>
          </dt>
          <dd data-bar={figure} />
        </div>
      ))}
    </dl>
  );
}

/** Returns a function that writes a bar's figures and touches only what changed. Daily bars show no time of day. */
function legendWriter(legend: HTMLElement, { locale, isDaily }: { locale: string; isDaily: boolean }) {
  const write = (name: string, text: string) => {
    const cell = legend.querySelector(`[data-bar=${name}]`);
    if (cell && cell.textContent !== text) cell.textContent = text;
    return cell;
  };
  return (bar: ShownBar | undefined) => {
    if (bar?.time === undefined) return;
    write('time', formatBarTime(bar.time, { locale, isDaily }) + (isDaily ? '' : ' UTC'));
    for (const name of rates) write(name, bar[name] === undefined ? dash : formatRate(bar[name], locale));
    const change = bar.open && bar.close ? (bar.close / bar.open - 1) * 100 : undefined;
    const cell = write('change', change === undefined ? '' : formatSignedPercent(change, locale));
    cell?.setAttribute('data-trend', trendOfProfit(change ?? 0));
  };
}
