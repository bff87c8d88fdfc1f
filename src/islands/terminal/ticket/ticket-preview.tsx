import { useCallback } from 'react';
import type { ReactElement } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate } from '../../../lib/format/format-number.ts';
import { exposureOf, previewOf } from '../../../stores/trading/ticket.ts';
import { dash, followText } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket.module.css';

interface TicketPreviewProps {
  symbol: string;
  sides: readonly Direction[];
  /** Major units; NaN while the field is empty. */
  amount: number;
  leverage: number | undefined;
}

/** The result of pressing each side's button now, computed by the same rules as on the server. */
export function TicketPreview({ symbol, sides, amount, leverage = NaN }: TicketPreviewProps) {
  const { t, locale, currency } = useTerminal();
  const money = (value: number | null) =>
    value === null || !Number.isFinite(value) ? dash : formatMoney(value, locale, currency);
  return (
    <table className={styles.preview}>
      <caption className="visually-hidden">{t('platform.ticket.preview')}</caption>
      {sides.length === 2 && (
        <thead>
          <tr>
            {aroundLabel(
              sides.map((direction) => (
                <th key={direction} scope="col">
                  {t(`platform.direction.${direction}`)}
                </th>
              )),
              <td key="label" />,
            )}
          </tr>
        </thead>
      )}
      <tbody>
        <PreviewRow label={t('platform.ticket.fill')} part="fill" {...{ symbol, sides, leverage }} />
        <PreviewRow label={t('platform.ticket.termination')} part="termination" {...{ symbol, sides, leverage }} />
        <tr>
          <th scope="row" colSpan={sides.length}>
            {t('platform.ticket.invested')}
          </th>
          <td>{money(amount)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={sides.length}>
            {t('platform.ticket.exposure')}
          </th>
          <td>{money(exposureOf(amount, leverage))}</td>
        </tr>
      </tbody>
    </table>
  );
}

/**
 * Two sides are shown under their buttons, left and right, with the label between them; a single side follows its
 * label.
 */
function aroundLabel(cells: readonly ReactElement[], label: ReactElement): ReactElement[] {
  return cells.length === 2 ? cells.toSpliced(1, 0, label) : [label, ...cells];
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
      {aroundLabel(
        sides.map((direction) => <PreviewCell key={direction} {...{ part, symbol, direction, leverage }} />),
        <th key="label" scope="row">
          {label}
        </th>,
      )}
    </tr>
  );
}

type PreviewCellProps = Omit<PreviewRowProps, 'label' | 'sides'> & { direction: Direction };

function PreviewCell({ part, symbol, direction, leverage }: PreviewCellProps) {
  const { locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLTableCellElement) =>
      followText(cell, symbol, (price) => {
        const preview = previewOf(direction, leverage, price);
        return preview ? formatRate(preview[part], locale) : dash;
      }),
    [part, symbol, direction, leverage, locale],
  );
  return <td ref={follow}>{dash}</td>;
}
