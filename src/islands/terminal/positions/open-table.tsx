import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { $openChoice, $openInOrder, retakeOrder, sortOpen } from '../../../stores/trading/open-order.ts';
import { $accessProblem } from '../../../stores/trading/ticket.ts';
import { SpaceRow, useRowWindow } from './row-window.tsx';
import { SortedTable } from './sorted-table.tsx';
import { useTerminal } from '../terminal-context.ts';
import { OpenRow } from './open-row.tsx';
import styles from './panel.module.css';

const columns = {
  symbol: 'symbol',
  direction: 'direction',
  amount: 'amount',
  leverage: 'leverage',
  openRate: 'open_rate',
  now: 'now',
  profit: 'profit',
  stopLoss: 'stop_lost',
  takeProfit: 'take_profit',
  opened: 'open_date',
} as const;

/** How often an order by what is live is taken again. */
const calmMs = 5_000;

export function OpenTable({ onClose }: { onClose: (position: Position) => void }) {
  const { t } = useTerminal();
  const reason = useStore($accessProblem) ?? 'open';
  const choice = useStore($openChoice);
  const positions = useStore($openInOrder);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, isAll, before, after } = useRowWindow(body, positions.length);

  useEffect(() => {
    // Nothing moves under the pointer, nor under who is typing a level.
    const retake = () => body.current?.matches(':hover, :focus-within') || retakeOrder();
    const timer = setInterval(retake, calmMs);
    return () => clearInterval(timer);
  }, []);

  if (positions.length === 0) return <p className={styles.empty}>{t(`platform.positions.empty.${reason}`)}</p>;
  return (
    <SortedTable
      name="open"
      columns={columns}
      choice={choice}
      onSort={sortOpen}
      rowCount={isAll ? undefined : positions.length + 1}
    >
      <tbody ref={body}>
        <SpaceRow heightPx={before} />
        {positions.slice(from, to).map((position, index) => (
          <OpenRow
            key={position.id}
            position={position}
            rowIndex={isAll ? undefined : from + index + 2}
            onClose={onClose}
          />
        ))}
        <SpaceRow heightPx={after} />
      </tbody>
    </SortedTable>
  );
}
