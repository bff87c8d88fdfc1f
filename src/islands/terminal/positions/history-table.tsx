import { useStore } from '@nanostores/react';
import { memo, useEffect } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatCount, formatRate, formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { $history, followHistory, historyPageSize, loadHistory } from '../../../stores/trading/history.ts';
import { Button } from '../../shared/button.tsx';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { Cell, OrderCells, ReceiptButton } from './cells.tsx';
import { keepFocusNearby, showTop } from './keep-view.ts';
import panel from './positions-panel.module.css';
import { SortedTable, TableSkeleton } from './sorted-table.tsx';
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

/** One page of the closed positions. This module is loaded on first use. */
export function HistoryTable() {
  const { t } = useTerminal();
  const { status, rows, sort, order, filter } = useStore($history);
  const isFiltered = Object.keys(filter).length > 0;
  useEffect(followHistory, []);

  if (status === 'failed') return <Failed />;
  if (rows.length === 0) {
    return status === 'loading' ? (
      <TableSkeleton />
    ) : (
      <p className={panel.empty}>{t(isFiltered ? 'platform.filter.none' : 'platform.positions.empty.history')}</p>
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

function Failed() {
  const { t } = useTerminal();
  return (
    <div ref={keepFocusNearby} className={panel.empty} role="alert">
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

/** The range of closed positions on this page, and the buttons for the next and previous page. */
export function HistoryPager() {
  const { t, locale } = useTerminal();
  const { page, total } = useStore($history);
  if (total <= historyPageSize) return null;
  const last = Math.ceil(total / historyPageSize);
  const steps = [
    ['first', '«', 1],
    ['previous', '‹', page - 1],
    ['next', '›', page + 1],
    ['last', '»', last],
  ] as const;
  const range = {
    from: formatCount((page - 1) * historyPageSize + 1, locale),
    to: formatCount(Math.min(page * historyPageSize, total), locale),
    total: formatCount(total, locale),
  };
  return (
    <nav className={panel.pager} aria-label={t('platform.pages.title')}>
      <span role="status">{t('platform.pages.range', range)}</span>
      {steps.map(([step, sign, to]) => {
        const isThere = to !== page && to >= 1 && to <= last;
        return (
          <button
            key={step}
            type="button"
            aria-label={t(`platform.pages.${step}`)}
            // Not `disabled`: a button that is disabled on reaching the last page would lose the focus.
            aria-disabled={!isThere}
            onClick={({ currentTarget }) => {
              if (!isThere) return;
              void loadHistory({ page: to });
              showTop(currentTarget);
            }}
          >
            {sign}
          </button>
        );
      })}
    </nav>
  );
}
