import { useCallback } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { priceBook } from '../../../stores/prices.ts';
import { exposureOf, previewOf } from '../../../stores/trading/ticket.ts';
import { dash } from '../live/follow-rate.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket.module.css';

interface TicketPreviewProps {
  symbol: string;
  sides: readonly Direction[];
  /** Major units; not a number while the field is empty. */
  amount: number;
  leverage: number | undefined;
}

/** What will happen when a side is pressed now, by the rules that the server decides by. */
export function TicketPreview({ symbol, sides, amount, leverage = NaN }: TicketPreviewProps) {
  const { t, locale, currency } = useTerminal();
  const money = (value: number | null) =>
    value === null || !Number.isFinite(value) ? dash : formatMoney(value, locale, currency);
  return (
    <table className={styles.preview}>
      <caption className="visually-hidden">{t('platform.ticket.preview')}</caption>
      {sides.length === 2 && (
        <thead className="visually-hidden">
          <tr>
            <td />
            {sides.map((direction) => (
              <th key={direction} scope="col">
                {t(`platform.direction.${direction}`)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        <PreviewRow label={t('platform.ticket.fill')} part="fill" {...{ symbol, sides, leverage }} />
        <PreviewRow label={t('platform.ticket.termination')} part="termination" {...{ symbol, sides, leverage }} />
        <tr>
          <th scope="row">{t('platform.ticket.invested')}</th>
          <td colSpan={sides.length}>{money(amount)}</td>
        </tr>
        <tr>
          <th scope="row">{t('platform.ticket.exposure')}</th>
          <td colSpan={sides.length}>{money(exposureOf(amount, leverage))}</td>
        </tr>
      </tbody>
    </table>
  );
}

interface PreviewRowProps {
  label: string;
  part: 'fill' | 'termination';
  symbol: string;
  sides: readonly Direction[];
  leverage: number;
}

function PreviewRow({ label, part, symbol, sides, leverage }: PreviewRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {sides.map((direction) => (
        <PreviewCell key={direction} {...{ part, symbol, direction, leverage }} />
      ))}
    </tr>
  );
}

type PreviewCellProps = Omit<PreviewRowProps, 'label' | 'sides'> & { direction: Direction };

function PreviewCell({ part, symbol, direction, leverage }: PreviewCellProps) {
  const { locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLTableCellElement) => {
      const update = () => {
        const preview = previewOf(direction, leverage, priceBook.get(symbol));
        const text = preview ? formatRate(preview[part], locale) : dash;
        if (cell.textContent !== text) cell.textContent = text;
      };
      update();
      return priceBook.watch([symbol], update);
    },
    [part, symbol, direction, leverage, locale],
  );
  return <td ref={follow}>{dash}</td>;
}
