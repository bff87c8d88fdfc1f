import { useStore } from '@nanostores/react';
import { memo, useEffect } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatRate, formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { $history, followHistory, loadHistory } from '../../../stores/trading/history.ts';
import { Button } from '../../shared/button.tsx';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-rate.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import cards from './cards.module.css';
import { Cell, OrderCells, ReceiptButton } from './cells.tsx';
import { keepFocus } from './keep-focus.ts';
import panel from './panel.module.css';
import { SortChoice, SortHead } from './sort-head.tsx';
import type { SortProps } from './sort-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import styles from './table.module.css';

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
  const isNarrow = useIsNarrow();
  const { status, rows, sort, order } = useStore($history);
  useEffect(followHistory, []);

  if (status === 'failed') return <Failed />;
  if (rows.length === 0) {
    return status === 'loading' ? (
      <TableSkeleton />
    ) : (
      <p className={panel.empty}>{t('platform.positions.empty.history')}</p>
    );
  }
  const head: SortProps<(typeof columns)[keyof typeof columns]> = {
    columns,
    choice: { sort, order },
    onSort: (choice) => void loadHistory({ ...choice, page: 1 }),
  };
  return (
    <>
      {isNarrow && <SortChoice {...head} />}
      <table className={`${styles.table} ${cards.cards}`} data-table="history" aria-busy={status === 'loading'}>
        <SortHead {...head} />
        <tbody>
          {rows.map((position) => (
            <HistoryRow key={position.id} position={position} />
          ))}
        </tbody>
      </table>
    </>
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
    <div ref={stayNear} className={panel.empty} role="alert">
      <p>{t('platform.positions.failed')}</p>
      <Button onClick={() => void loadHistory()}>{t('platform.retry')}</Button>
    </div>
  );
}

const HistoryRow = memo(function HistoryRow({ position }: { position: Position }) {
  const { t, locale, currency } = useTerminal();
  const { closed_rate: closedRate, close_date: closedAt, closingReason, profit } = position;
  return (
    <tr data-position={position.id}>
      <OrderCells position={position} />
      <Cell column="closedRate">{closedRate === null ? dash : formatRate(closedRate, locale)}</Cell>
      <Cell column="profit">
        <span className={`${live.profit} ${styles.profit}`} data-trend={trendOfProfit(profit)}>
          {formatSignedMoney(profit, locale, currency)}
        </span>{' '}
        <span className={styles.percent}>{formatSignedPercent(profitPercent(position, profit), locale)}</span>
      </Cell>
      <Cell column="reason">{closingReason === null ? dash : t(`platform.reason.${closingReason}`)}</Cell>
      <Cell column="opened">{formatDateTime(position.open_date, locale)}</Cell>
      <Cell column="closed">{closedAt === null ? dash : formatDateTime(closedAt, locale)}</Cell>
      <td className={styles.action}>
        <ReceiptButton position={position} />
      </td>
    </tr>
  );
});
