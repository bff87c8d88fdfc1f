import type { ReactNode } from 'react';
import type { Direction, Position } from '../../../lib/contract/entities.ts';
import { goToSymbol } from '../../../stores/market-list.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './positions.module.css';

/** Columns whose contents are words; numbers stand at the right. */
const wordColumns = new Set(['symbol', 'direction', 'opened', 'closed', 'reason']);

export function HeadRow({ columns }: { columns: readonly string[] }) {
  const { t } = useTerminal();
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            className={column === 'action' ? styles.action : undefined}
            data-words={wordColumns.has(column) || undefined}
          >
            {column === 'action' ? (
              <span className="visually-hidden">{t('platform.column.action')}</span>
            ) : (
              t(`platform.column.${column}`)
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A cell that carries its column's name along, for when the table is shown as cards. */
export function Cell({ column, children }: { column: string; children: ReactNode }) {
  const { t } = useTerminal();
  return (
    <td
      data-column={column}
      data-label={t(`platform.column.${column}`)}
      data-words={wordColumns.has(column) || undefined}
    >
      <span>{children}</span>
    </td>
  );
}

/** The asset heads its row, and leads to its chart. */
export function SymbolCell({ position: { symbol, symbolName } }: { position: Position }) {
  return (
    <th scope="row" className={styles.asset}>
      <button type="button" title={symbolName} onClick={() => goToSymbol(symbol)}>
        {symbol}
      </button>
    </th>
  );
}

export function DirectionText({ direction }: { direction: Direction }) {
  const { t } = useTerminal();
  return (
    <span className={styles.direction} data-direction={direction}>
      {t(`platform.direction.${direction}`)}
    </span>
  );
}
