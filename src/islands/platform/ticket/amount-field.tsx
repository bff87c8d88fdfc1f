import { useId } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { amountMinimum } from '../../../stores/trading/check-ticket.ts';
import { shareOf } from '../../../stores/trading/ticket.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './fields.module.css';

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
  const id = useId();
  const money = (amount: number) => formatMoney(amount, locale, currency);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('platform.ticket.amount', { currency })}</label>
      <input
        {...input}
        id={id}
        // Not a number field: those drop the comma of `12,50` without a word, and turn with the mouse wheel.
        type="text"
        inputMode="decimal"
        maxLength={15}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
      />
      <div className={styles.shares} role="group" aria-label={t('platform.ticket.shares')}>
        {shares.map((percent) => (
          <button key={percent} type="button" onClick={() => onShare(shareOf(freeMargin, percent))}>
            {percent === 100 ? t('platform.ticket.max') : `${percent}%`}
          </button>
        ))}
      </div>
      <p id={`${id}-note`} className={styles.hint} data-fault={fault !== undefined || undefined} aria-live="polite">
        {fault === undefined
          ? t('platform.ticket.free', { amount: money(freeMargin) })
          : t(`platform.ticket.fault.amount.${fault}`, {
              minimum: money(amountMinimum),
              maximum: money(Math.max(0, freeMargin)),
            })}
      </p>
    </div>
  );
}
