import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import type { ProblemCode } from '../../../lib/contract/problem.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/money.ts';
import { $tablesHeight, tablesHeightLimits } from '../../../stores/market-list.ts';
import { showToast } from '../../../stores/toasts.ts';
import { loadWholeHistory } from '../../../stores/trading/history.ts';
import { $openInOrder, $positions, openProfitMinor } from '../../../stores/trading/positions.ts';
import { $receipt, shutReceipt } from '../../../stores/trading/receipts.ts';
import { Tabs } from '../shell/tabs.tsx';
import { useClosings } from '../shell/toasts.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useTerminal } from '../terminal-context.ts';
import { CloseDialog } from './close-dialog.tsx';
import { HistoryPager, HistoryTable } from './history-table.tsx';
import type { OpenReceipt } from './open-receipt.tsx';
import { OpenTable } from './open-table.tsx';
import styles from './positions-panel.module.css';
import { TableSkeleton } from './sorted-table.tsx';

type Which = 'open' | 'history';

/** Open positions and history. */
export function PositionsPanel() {
  const { t } = useTerminal();
  const state = useStore($positions);
  const isNarrow = useIsNarrow();
  const [which, setWhich] = useState<Which>('open');
  const [closing, setClosing] = useState<Position | null>(null);
  const panelId = useId();
  useClosings();
  const pager = which === 'history' && <HistoryPager />;
  return (
    <section className={styles.positions} aria-label={t('platform.positions.title')}>
      <header>
        <Tabs<Which>
          label={t('platform.positions.title')}
          panelId={panelId}
          selected={which}
          onSelect={setWhich}
          tabs={[
            { id: 'open', label: <OpenLabel /> },
            { id: 'history', label: t('platform.positions.history') },
          ]}
        />
        {!isNarrow && pager}
        <ExportButton which={which} />
      </header>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${which}`} className={styles.panel}>
        {state.status === 'loading' && <TableSkeleton />}
        {state.status === 'ready' && (which === 'open' ? <OpenTable onClose={setClosing} /> : <HistoryTable />)}
      </div>
      {isNarrow && pager}
      {closing && <CloseDialog position={closing} onShut={() => setClosing(null)} />}
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

/**
 * Exports a whole table as a CSV file: the open positions as they are now, or the entire history, not only the current
 * page.
 */
function ExportButton({ which }: { which: 'open' | 'history' }) {
  const { t, locale, currency } = useTerminal();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const fail = (problem: ProblemCode, done: number) =>
    showToast({
      kind: 'error',
      text: t('platform.export.failed', { done: formatCount(done, locale), problem: t(`problems.${problem}`) }),
    });

  const save = async (positions: readonly Position[]) => {
    const module = await import('./save-positions.ts').catch(() => null);
    if (!module) return fail('UNAVAILABLE', positions.length);
    const file = `${which === 'open' ? 'open-positions' : 'history'}-${new Date().toISOString().slice(0, 10)}.csv`;
    module.savePositions(file, positions, currency);
    showToast({
      kind: 'success',
      text: t('platform.export.done', { file, count: formatCount(positions.length, locale) }),
    });
  };

  const saveHistory = async () => {
    let done = 0;
    setProgress({ done, total: 0 });
    const whole = await loadWholeHistory((now, total) => {
      done = now;
      setProgress({ done, total });
    });
    setProgress(null);
    if (whole.ok) await save(whole.positions);
    else fail(whole.problem.code, done);
  };

  const start = () => {
    if (progress) return;
    if (which === 'history') void saveHistory();
    else void save($openInOrder.get().map((position) => ({ ...position, profit: toMajor(openProfitMinor(position)) })));
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
  const [Shown, setShown] = useState<typeof OpenReceipt>();
  const isAwaited = state !== null && !Shown;
  useEffect(() => {
    if (!isAwaited) return;
    import('./open-receipt.tsx').then(
      (loaded) => setShown(() => loaded.OpenReceipt),
      () => {
        shutReceipt();
        showToast({ kind: 'error', text: t('platform.receipt.failed', { problem: t('problems.UNAVAILABLE') }) });
      },
    );
  }, [isAwaited, t]);
  return state && Shown && <Shown key={state.position.id} {...state} />;
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
