import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatMoney, formatRate, formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { dash } from '../live/follow-rate.ts';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { Cell, DirectionText, HeadRow, SymbolCell } from './cells.tsx';
import styles from './positions.module.css';

const columns = [
  'symbol',
  'direction',
  'amount',
  'leverage',
  'openRate',
  'closedRate',
  'profit',
  'reason',
  'opened',
  'closed',
] as const;

/** Closed positions, newest first. */
export function HistoryTable({ positions }: { positions: readonly Position[] }) {
  const { t } = useTerminal();
  if (positions.length === 0) return <p className={styles.empty}>{t('platform.positions.empty.history')}</p>;
  return (
    <table className={styles.table}>
      <HeadRow columns={columns} />
      <tbody>
        {positions.map((position) => (
          <HistoryRow key={position.id} position={position} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryRow({ position }: { position: Position }) {
  const { t, locale, currency } = useTerminal();
  const { closed_rate: closedRate, close_date: closedAt, closingReason, profit } = position;
  return (
    <tr data-position={position.id}>
      <SymbolCell position={position} />
      <Cell column="direction">
        <DirectionText direction={position.direction} />
      </Cell>
      <Cell column="amount">{formatMoney(position.amount, locale, currency)}</Cell>
      <Cell column="leverage">×{position.leverage}</Cell>
      <Cell column="openRate">{formatRate(position.open_rate, locale)}</Cell>
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
    </tr>
  );
}
