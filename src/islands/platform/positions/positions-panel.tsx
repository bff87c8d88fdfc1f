import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { Tabs } from '../frame/tabs.tsx';
import { useTerminal } from '../terminal-context.ts';
import { CloseDialog } from './close-dialog.tsx';
import { HistoryTable } from './history-table.tsx';
import { OpenTable } from './open-table.tsx';
import styles from './positions.module.css';

type Which = 'open' | 'history';

/** Open positions and history. */
export function PositionsPanel() {
  const { t } = useTerminal();
  const state = useStore($positions);
  const [which, setWhich] = useState<Which>('open');
  const [closing, setClosing] = useState<Position | null>(null);
  const panelId = useId();
  const openCount = state.status === 'ready' ? state.open.length : undefined;
  return (
    <section className={styles.positions} aria-label={t('platform.positions.title')}>
      <Tabs<Which>
        label={t('platform.positions.title')}
        panelId={panelId}
        selected={which}
        onSelect={setWhich}
        tabs={[
          { id: 'open', label: <OpenLabel text={t('platform.positions.open')} count={openCount} /> },
          { id: 'history', label: t('platform.positions.history') },
        ]}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${which}`} className={styles.panel}>
        {state.status === 'loading' && <TableSkeleton />}
        {state.status === 'ready' && which === 'open' && <OpenTable positions={state.open} onClose={setClosing} />}
        {state.status === 'ready' && which === 'history' && <HistoryTable positions={state.history} />}
      </div>
      {closing && <CloseDialog position={closing} onShut={() => setClosing(null)} />}
    </section>
  );
}

function OpenLabel({ text, count }: { text: string; count: number | undefined }) {
  return (
    <>
      {text}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  );
}

function TableSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 3 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
