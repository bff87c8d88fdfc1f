import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $history, followHistory, loadHistory } from '../../../stores/trading/history.ts';
import { Button } from '../../shared/button.tsx';
import { keepFocus } from './keep-focus.ts';
import { SortedTable } from './sorted-table.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useTerminal } from '../terminal-context.ts';
import { HistoryRow } from './history-row.tsx';
import styles from './panel.module.css';

const columns = {
  symbol: 'symbol',
  direction: 'direction',
  amount: 'amount',
  leverage: 'leverage',
  openRate: 'open_rate',
  closedRate: 'closed_rate',
  profit: 'profit',
  reason: 'closingReason',
  opened: 'open_date',
  closed: 'close_date',
} as const;

/** One page of the closed positions. */
export function HistoryTable() {
  const { t } = useTerminal();
  const { status, rows, sort, order } = useStore($history);
  useEffect(followHistory, []);

  if (status === 'failed') return <Failed />;
  if (rows.length === 0) {
    return status === 'loading' ? (
      <TableSkeleton />
    ) : (
      <p className={styles.empty}>{t('platform.positions.empty.history')}</p>
    );
  }
  return (
    <SortedTable
      name="history"
      columns={columns}
      choice={{ sort, order }}
      onSort={(choice) => void loadHistory({ ...choice, page: 1 })}
      isBusy={status === 'loading'}
    >
      <tbody>
        {rows.map((position) => (
          <HistoryRow key={position.id} position={position} />
        ))}
      </tbody>
    </SortedTable>
  );
}

/** The table goes with the focus when it fails, and so does the button when it is tried again. */
const stayNear = (alert: HTMLDivElement) => {
  keepFocus(alert);
  return () => keepFocus(alert);
};

function Failed() {
  const { t } = useTerminal();
  return (
    <div ref={stayNear} className={styles.empty} role="alert">
      <p>{t('platform.positions.failed')}</p>
      <Button onClick={() => void loadHistory()}>{t('platform.retry')}</Button>
    </div>
  );
}
