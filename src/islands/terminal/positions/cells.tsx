import type { ReactNode } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { goToSymbol } from '../../../stores/market-list.ts';
import { openReceipt } from '../../../stores/trading/receipts.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './table.module.css';

/** Columns that hold words; numbers are aligned right. */
const wordColumns = new Set(['symbol', 'direction', 'opened', 'closed', 'reason']);

export function isWords(column: string): true | undefined {
  return wordColumns.has(column) || undefined;
}

/** A cell that carries its column's name, for when the table is shown as cards. */
export function Cell({ column, children }: { column: string; children: ReactNode }) {
  const { t } = useTerminal();
  return (
    <td data-column={column} data-label={t(`platform.column.${column}`)} data-words={isWords(column)}>
      <span>{children}</span>
    </td>
  );
}

/** The first cells of both open and closed positions. The asset is the row's header and links to its chart. */
export function OrderCells({ position }: { position: Position }) {
  const { t, locale, currency } = useTerminal();
  const { symbol, symbolName, direction, amount, leverage, open_rate: openRate } = position;
  return (
    <>
      <th scope="row" className={styles.asset}>
        <button type="button" title={symbolName} onClick={() => goToSymbol(symbol)}>
          {symbol}
        </button>
        <Marks position={position} />
      </th>
      <Cell column="direction">
        <span className={styles.direction} data-direction={direction}>
          {t(`platform.direction.${direction}`)}
        </span>
      </Cell>
      <Cell column="amount">{formatMoney(amount, locale, currency)}</Cell>
      <Cell column="leverage">{t('platform.times', { leverage })}</Cell>
      <Cell column="openRate">{formatRate(openRate, locale)}</Cell>
    </>
  );
}

/** Marks a position that was opened by auto trading, or that is exempt from its termination price. */
function Marks({ position }: { position: Position }) {
  const { t } = useTerminal();
  return (
    <>
      {position.auto === 1 && <Mark text={t('platform.positions.auto')}>{t('platform.positions.autoMark')}</Mark>}
      {position.protected === 1 && (
        <Mark text={t('platform.positions.protected')}>
          <svg viewBox="0 0 10 12">
            <path d="M5 0l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6v-4z" />
          </svg>
        </Mark>
      )}
    </>
  );
}

/** A small symbol, with its meaning as a tooltip and for screen readers. */
function Mark({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={styles.mark} title={text}>
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

export function ReceiptButton({ position }: { position: Position }) {
  const { t } = useTerminal();
  const { symbol } = position;
  return (
    <button
      type="button"
      className={styles.receipt}
      aria-haspopup="dialog"
      aria-label={t('platform.receipt.title', { symbol })}
      onClick={() => void openReceipt(position)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3.5 1.5v13l1.5-1 1.5 1 1.5-1 1.5 1 1.5-1 1.5 1v-13zM6 5h4M6 8h4M6 11h2" />
      </svg>
      <span className={styles.receiptName}>{t('platform.positions.receipt')}</span>
    </button>
  );
}
