import type { InputHTMLAttributes, Ref } from 'react';
import { formatMoney, formatPercent } from '../../../lib/format/format-number.ts';
import { amountMinimum } from '../../../stores/trading/check-ticket.ts';
import { shareOf } from '../../../stores/trading/ticket.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './fields.module.css';
import { NumberField } from './number-field.tsx';

interface AmountFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Major units. */
  freeMargin: number;
  /** The key of what is wrong with it. */
  fault: string | undefined;
  onShare: (amount: number) => void;
  ref?: Ref<HTMLInputElement>;
}

const shares = [10, 25, 50, 100];

export function AmountField({ freeMargin, fault, onShare, ...input }: AmountFieldProps) {
  const { t, locale, currency } = useTerminal();
  const money = (amount: number) => formatMoney(amount, locale, currency);
  const bounds = { minimum: money(amountMinimum), maximum: money(Math.max(0, freeMargin)) };
  return (
    <NumberField
      {...input}
      label={t('platform.ticket.amount', { currency })}
      isWrong={fault !== undefined}
      note={
        fault === undefined
          ? t('platform.ticket.free', { amount: money(freeMargin) })
          : t(`platform.ticket.fault.amount.${fault}`, bounds)
      }
    >
      <div className={styles.shares} role="group" aria-label={t('platform.ticket.shares')}>
        {shares.map((percent) => (
          <button key={percent} type="button" onClick={() => onShare(shareOf(freeMargin, percent))}>
            {percent === 100 ? t('platform.ticket.max') : formatPercent(percent, locale)}
          </button>
        ))}
      </div>
    </NumberField>
  );
}
