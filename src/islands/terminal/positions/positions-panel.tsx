import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { Tabs } from '../shell/tabs.tsx';
import { useClosings } from '../shell/toasts.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useTerminal } from '../terminal-context.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { HistoryPager } from './history-pager.tsx';
import { HistoryTable } from './history-table.tsx';
import { OpenTable } from './open-table.tsx';
import styles from './panel.module.css';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

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
