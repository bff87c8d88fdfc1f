import { memo } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatRate, formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { Cell, OrderCells, ReceiptButton } from './cells.tsx';
import styles from './table.module.css';

export const HistoryRow = memo(function HistoryRow({ position }: { position: Position }) {
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
