import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { dash } from '../live/follow-rate.ts';
import { followPosition } from '../live/follow-position.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { Cell, DirectionText, HeadRow, SymbolCell } from './cells.tsx';
import { keepFocus } from './keep-focus.ts';
import styles from './positions.module.css';

interface OpenTableProps {
  positions: readonly Position[];
  onClose: (position: Position) => void;
}

const columns = [
  'symbol',
  'direction',
  'amount',
  'leverage',
  'openRate',
  'now',
  'profit',
  'stopLoss',
  'takeProfit',
  'opened',
  'action',
] as const;

export function OpenTable({ positions, onClose }: OpenTableProps) {
  const { t } = useTerminal();
  if (positions.length === 0) return <p className={styles.empty}>{t('platform.positions.empty.open')}</p>;
  return (
    <table className={styles.table}>
      <HeadRow columns={columns} />
      <tbody>
        {positions.map((position) => (
          <OpenRow key={position.id} position={position} onClose={onClose} />
        ))}
      </tbody>
    </table>
  );
}

function OpenRow({ position, onClose }: { position: Position; onClose: OpenTableProps['onClose'] }) {
  const terminal = useTerminal();
  const { t, locale, currency } = terminal;
  const actionRef = useRef<HTMLTableCellElement>(null);
  const follow = useCallback(
    (row: HTMLTableRowElement) => followPosition(row, position, terminal),
    [position, terminal],
  );
  // A row can go while its button has the focus: closed here, in another tab or by the market.
  useLayoutEffect(() => {
    const action = actionRef.current;
    return () => {
      if (action?.contains(document.activeElement)) keepFocus(action);
    };
  }, []);
  const rate = (value: number | null) => (value === null ? dash : formatRate(value, locale));
  return (
    <tr ref={follow} data-position={position.id}>
      <SymbolCell position={position} />
      <Cell column="direction">
        <DirectionText direction={position.direction} />
      </Cell>
      <Cell column="amount">{formatMoney(position.amount, locale, currency)}</Cell>
      <Cell column="leverage">×{position.leverage}</Cell>
      <Cell column="openRate">{rate(position.open_rate)}</Cell>
      <Cell column="now">
        <span className={live.rate} data-live="now">
          {dash}
        </span>
      </Cell>
      <Cell column="profit">
        <span className={`${live.profit} ${styles.profit}`} data-live="profit">
          {dash}
        </span>{' '}
        <span className={styles.percent} data-live="percent" />
      </Cell>
      <Cell column="stopLoss">{rate(position.stop_lost)}</Cell>
      <Cell column="takeProfit">{rate(position.take_profit)}</Cell>
      <Cell column="opened">{formatDateTime(position.open_date, locale)}</Cell>
      <td ref={actionRef} className={styles.action}>
        <button type="button" className={styles.close} onClick={() => onClose(position)}>
          {t('platform.positions.close')}
          <span className="visually-hidden"> {position.symbol}</span>
        </button>
      </td>
    </tr>
  );
}
