import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { $tablesHeight, tablesHeightLimits } from '../../../stores/market-list.ts';
import { showToast } from '../../../stores/toasts.ts';
import { $history } from '../../../stores/trading/history.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { $receipt, shutReceipt } from '../../../stores/trading/receipts.ts';
import { OnDemand, preload, useLoaded } from '../../shared/on-demand.tsx';
import { Tabs } from '../shell/tabs.tsx';
import { useClosings } from '../shell/toasts.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useTerminal } from '../terminal-context.ts';
import { OpenTable } from './open-table.tsx';
import styles from './positions-panel.module.css';
import { TableSkeleton } from './sorted-table.tsx';

type Which = 'open' | 'history' | 'performance';

const loadPerformance = () => import('./performance-view.tsx').then((loaded) => loaded.PerformanceView);
const loadClose = async () => (await import('./close-dialog.tsx')).CloseDialog;
const loadHistory = () => import('./history-table.tsx');
const loadReceipt = () => import('./open-receipt.tsx');
const preloadHistory = () => preload(loadHistory);
const loadFilter = () => import('./history-filter.tsx').then((loaded) => loaded.HistoryFilter);

/** Open positions, history and performance. */
export function PositionsPanel() {
  const { t } = useTerminal();
  const state = useStore($positions);
  const isNarrow = useIsNarrow();
  const [which, setWhich] = useState<Which>('open');
  const [isFiltering, setFiltering] = useState(false);
  const [closing, setClosing] = useState<Position | null>(null);
  const panelId = useId();
  useClosings();
  const hasOpen = state.status === 'ready' && state.open.length > 0;
  // Before it is needed: closing must not fail because a script cannot be had at that moment.
  useEffect(() => (hasOpen ? preload(loadClose) : undefined), [hasOpen]);
  const isHistory = which === 'history';
  const history = useLoaded(
    loadHistory,
    () => {
      setWhich('open');
      showToast({ kind: 'error', text: t('problems.UNAVAILABLE') });
    },
    isHistory,
  );
  const pager = isHistory && history && <history.HistoryPager />;
  return (
    <section className={styles.positions} aria-label={t('platform.positions.title')} data-positions>
      <header>
        <Tabs<Which>
          label={t('platform.positions.title')}
          panelId={panelId}
          selected={which}
          onSelect={setWhich}
          onNear={preloadHistory}
          tabs={[
            { id: 'open', label: <OpenLabel /> },
            { id: 'history', label: t('platform.positions.history') },
            { id: 'performance', label: t('platform.performance.title') },
          ]}
        />
        {!isNarrow && pager}
        {isHistory && <FilterButton isOpen={isFiltering} onPress={() => setFiltering(!isFiltering)} />}
        {which !== 'performance' && <ExportButton which={which} />}
      </header>
      {isHistory && isFiltering && <OnDemand load={loadFilter} t={t} onShut={() => setFiltering(false)} />}
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${which}`} className={styles.panel}>
        {which === 'performance' && <OnDemand load={loadPerformance} t={t} onShut={() => setWhich('history')} />}
        {state.status === 'ready' && which === 'open' && <OpenTable onClose={setClosing} />}
        {state.status === 'ready' && isHistory && history && <history.HistoryTable />}
        {which !== 'performance' && (state.status === 'loading' || (isHistory && !history)) && <TableSkeleton />}
      </div>
      {isNarrow && pager}
      {closing && <OnDemand load={loadClose} t={t} position={closing} onShut={() => setClosing(null)} />}
      <ReceiptDialog />
    </section>
  );
}

function OpenLabel() {
  const { t } = useTerminal();
  const state = useStore($positions);
  return (
    <>
      {t('platform.positions.open')}
      {state.status === 'ready' && <span className={styles.count}>{state.open.length}</span>}
    </>
  );
}

/** Shows and hides the filter, which still applies while hidden: the button says how many of its parts are set. */
function FilterButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  const { t } = useTerminal();
  const count = Object.keys(useStore($history).filter).length;
  return (
    <button type="button" className={styles.export} aria-expanded={isOpen} onClick={onPress}>
      {t('platform.filter.action')}
      {count > 0 && (
        <>
          {' '}
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
          <span className="visually-hidden">{t('platform.filter.active', { count })}</span>
        </>
      )}
    </button>
  );
}

/**
 * Exports a whole table as a CSV file: the open positions as they are now, or all of the history that the filter lets
 * through, not only the current page.
 */
function ExportButton({ which }: { which: 'open' | 'history' }) {
  const terminal = useTerminal();
  const { t, locale } = terminal;
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const start = () => {
    if (progress) return;
    import('./save-positions.ts').then(
      ({ savePositions }) => savePositions(which, terminal, setProgress),
      () => showToast({ kind: 'error', text: t('problems.UNAVAILABLE') }),
    );
  };

  return (
    <button type="button" className={styles.export} aria-busy={progress !== null} onClick={start}>
      {t('platform.export.action')}
      {progress && (
        <span role="status">
          {' '}
          {t('platform.export.running', {
            done: formatCount(progress.done, locale),
            total: formatCount(progress.total, locale),
          })}
        </span>
      )}
    </button>
  );
}

/**
 * The open receipt, if any. Its code is loaded along with the receipt's quotes, so that it adds nothing to the screen's
 * initial JavaScript.
 */
function ReceiptDialog() {
  const { t } = useTerminal();
  const state = useStore($receipt);
  const loaded = useLoaded(
    loadReceipt,
    () => {
      shutReceipt();
      showToast({ kind: 'error', text: t('platform.receipt.failed', { problem: t('problems.UNAVAILABLE') }) });
    },
    state !== null,
  );
  return state && loaded && <loaded.OpenReceipt key={state.position.id} {...state} />;
}

const keyStepPx = 24;

/** The edge between the chart and the tables; it can be dragged, or moved with the arrow keys. */
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
