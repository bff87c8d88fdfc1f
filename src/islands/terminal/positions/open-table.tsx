import { useStore } from '@nanostores/react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { formatRate } from '../../../lib/format/format-number.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { $openChoice, $openInOrder, resortOpen, sortOpen } from '../../../stores/trading/positions.ts';
import { $accessProblem } from '../../../stores/trading/ticket.ts';
import { OnDemand, preload } from '../../shared/on-demand.tsx';
import { followPosition } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { whenVisible } from '../live/when-visible.ts';
import { useTerminal } from '../terminal-context.ts';
import { Cell, OrderCells, ReceiptButton } from './cells.tsx';
import { keepFocus } from './keep-view.ts';
import panel from './positions-panel.module.css';
import { SortedTable } from './sorted-table.tsx';
import level from './level-editor.module.css';
import styles from './table.module.css';

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

/** How often a table that is sorted by a live value is sorted again. */
const sortEveryMs = 5_000;

export function OpenTable({ onClose }: { onClose: (position: Position) => void }) {
  const { t } = useTerminal();
  const reason = useStore($accessProblem) ?? 'open';
  const choice = useStore($openChoice);
  const positions = useStore($openInOrder);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, isAll, before, after } = useRowWindow(body, positions.length);

  useEffect(() => preload(loadEditor), []);
  useEffect(() => {
    // Rows do not move while the pointer is over the table or the focus is in it.
    const sortAgain = () => body.current?.matches(':hover, :focus-within') || resortOpen();
    const timer = setInterval(sortAgain, sortEveryMs);
    return () => clearInterval(timer);
  }, []);

  if (positions.length === 0) return <p className={panel.empty}>{t(`platform.positions.empty.${reason}`)}</p>;
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

interface OpenRowProps {
  position: Position;
  /** For `aria-rowindex`: the heading is row 1. Undefined if all rows are in the table. */
  rowIndex: number | undefined;
  onClose: (position: Position) => void;
}

const OpenRow = memo(function OpenRow({ position, rowIndex, onClose }: OpenRowProps) {
  const terminal = useTerminal();
  const { t, locale } = terminal;
  const actionRef = useRef<HTMLTableCellElement>(null);
  const follow = useCallback(
    (row: HTMLTableRowElement) => whenVisible(row, () => followPosition(row, position, terminal)),
    [position, terminal],
  );
  // A row can disappear while the focus is in it, even while a level is being typed: the position was closed here, in
  // another tab or by the market.
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

const loadEditor = async () => (await import('./level-editor.tsx')).LevelEditor;

/** A level of an open position; pressing it opens a small form. */
function LevelCell({ position, kind }: PositionLevel) {
  const { t, locale } = useTerminal();
  const [isEditing, setEditing] = useState(false);
  const rate = levelOf({ position, kind });
  return (
    <span className={level.cell}>
      <button
        type="button"
        className={level.level}
        data-none={rate === null || undefined}
        aria-expanded={isEditing}
        onClick={() => setEditing(true)}
      >
        {rate === null ? t('platform.level.set') : formatRate(rate, locale)}
        <span className="visually-hidden">
          {' '}
          {t('platform.level.of', { level: t(`platform.column.${kind}`), symbol: position.symbol })}
        </span>
      </button>
      {isEditing && <OnDemand load={loadEditor} {...{ t, position, kind }} onShut={() => setEditing(false)} />}
    </span>
  );
}

/**
 * A table with more rows renders only a window of them. `content-visibility` would be simpler, but has no effect on
 * table rows.
 */
const mostRows = 100;
/** The window moves in steps of this many rows, and extends this many rows beyond the visible ones. */
const stepRows = 20;

interface RowWindow {
  from: number;
  to: number;
}

const first: RowWindow = { from: 0, to: mostRows };

/**
 * The window of rows to render: those on the screen, and some above and below. `before` and `after` are the heights in
 * pixels of the rows left out, assuming that all rows are as high as the rendered ones. Any ancestor of the table may
 * scroll.
 */
function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number) {
  const [shown, setShown] = useState(first);
  const [rowPx, setRowPx] = useState(0);
  const isAll = count <= mostRows;

  useLayoutEffect(() => {
    if (isAll) return;
    const measure = () => {
      const rows = body.current?.querySelectorAll<HTMLElement>('[data-position]');
      const scroller = body.current?.closest('[role=tabpanel]');
      if (!body.current || !scroller || !rows?.length) return;
      const height = [...rows].reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length;
      const top = body.current.getBoundingClientRect().top;
      const { top: scrollerTop, bottom } = scroller.getBoundingClientRect();
      const rowAt = (y: number) => Math.floor((y - top) / height / stepRows) * stepRows;
      const from = Math.max(0, rowAt(Math.max(scrollerTop, 0)) - stepRows);
      const to = Math.max(rowAt(Math.min(bottom, window.innerHeight)) + 2 * stepRows, from + mostRows);
      setRowPx(height);
      setShown((known) => (known.from === from && known.to === to ? known : { from, to }));
    };
    measure();
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      document.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [body, isAll]);

  if (isAll) return { from: 0, to: count, isAll, before: 0, after: 0 };
  const from = Math.min(shown.from, Math.max(0, count - mostRows));
  const to = Math.min(shown.to, count);
  return { from, to, isAll, before: from * rowPx, after: (count - to) * rowPx };
}

/** Fills the height of rows that are not in the page. */
function SpaceRow({ heightPx }: { heightPx: number }) {
  return heightPx > 0 && <tr aria-hidden="true" data-space style={{ height: heightPx }} />;
}
