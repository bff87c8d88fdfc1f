import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { followPosition } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { whenVisible } from '../live/when-visible.ts';
import { useTerminal } from '../terminal-context.ts';
import { Cell, OrderCells, ReceiptButton } from './cells.tsx';
import { keepFocus } from './keep-focus.ts';
import { LevelCell } from './level-cell.tsx';
import styles from './table.module.css';

interface OpenRowProps {
  position: Position;
  /** Counts from 1, the head being the first; none where all rows are in the table. */
  rowIndex: number | undefined;
  onClose: (position: Position) => void;
}

export const OpenRow = memo(function OpenRow({ position, rowIndex, onClose }: OpenRowProps) {
  const terminal = useTerminal();
  const { t, locale } = terminal;
  const actionRef = useRef<HTMLTableCellElement>(null);
  const follow = useCallback(
    (row: HTMLTableRowElement) => whenVisible(row, () => followPosition(row, position, terminal)),
    [position, terminal],
  );
  // A row can go while it has the focus, or a level in it is typed: closed here, in another tab or by the market.
  useLayoutEffect(() => {
    const row = actionRef.current?.parentElement;
    return () => {
      if (row?.contains(document.activeElement)) keepFocus(row);
    };
  }, []);
  return (
    <tr ref={follow} data-position={position.id} aria-rowindex={rowIndex}>
      <OrderCells position={position} />
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
      <Cell column="stopLoss">
        <LevelCell position={position} kind="stopLoss" />
      </Cell>
      <Cell column="takeProfit">
        <LevelCell position={position} kind="takeProfit" />
      </Cell>
      <Cell column="opened">{formatDateTime(position.open_date, locale)}</Cell>
      <td ref={actionRef} className={styles.action}>
        <ReceiptButton position={position} />
        <button type="button" className={styles.close} onClick={() => onClose(position)}>
          {t('platform.positions.close')}
          <span className="visually-hidden"> {position.symbol}</span>
        </button>
      </td>
    </tr>
  );
});
