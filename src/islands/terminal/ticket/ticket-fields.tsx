import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { InputHTMLAttributes } from 'react';
import { formatMoney, formatPercent } from '../../../lib/format/format-number.ts';
import { showToast } from '../../../stores/toasts.ts';
import { $levelsShown, amountMinimum, shareOf } from '../../../stores/trading/ticket.ts';
import { levelKinds } from '../../../stores/trading/levels.ts';
import { useLoaded } from '../../shared/on-demand.tsx';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import { NumberField } from './number-field.tsx';
import styles from './ticket-fields.module.css';
import type { TicketLevelsProps } from './ticket-levels.tsx';

interface AmountFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Major units. */
  freeMargin: number;
  /** The text key of the fault. */
  fault: string | undefined;
  onShare: (amount: number) => void;
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

interface LeverageFieldProps {
  leverages: readonly number[];
  selected: number | undefined;
  /** The text key of the fault. */
  fault: string | undefined;
  onSelect: (leverage: number) => void;
}

/** Offers only the leverages that the customer may choose. */
export function LeverageField({ leverages, selected, fault, onSelect }: LeverageFieldProps) {
  const { t } = useTerminal();
  const name = useId();
  return (
    <fieldset className={styles.leverage} aria-describedby={fault === undefined ? undefined : `${name}-note`}>
      <legend>{t('platform.ticket.leverage')}</legend>
      <div className={styles.options}>
        {leverages.map((leverage) => (
          <label key={leverage}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={leverage}
              checked={leverage === selected}
              onChange={() => onSelect(leverage)}
            />
            {t('platform.times', { leverage })}
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p id={`${name}-note`} className={styles.hint} data-fault="" role="alert">
          {t(`platform.ticket.fault.leverage.${fault}`)}
        </p>
      )}
    </fieldset>
  );
}

const loadLevels = () => import('./ticket-levels.tsx');
const ignore = () => undefined;

/**
 * Stop loss and take profit, folded at first. Levels that were entered and folded again are still shown in the summary,
 * and sent with the order.
 */
export function LevelFields(props: TicketLevelsProps) {
  const { t } = useTerminal();
  const { texts } = props;
  const isShown = useStore($levelsShown);
  const isUsed = levelKinds.some((kind) => texts[kind] !== '');
  // Loads right after the first view, and again on unfolding if that failed. The fields are there before they are
  // unfolded: Enter and Tab in quick succession must reach the first of them, not the buttons.
  const ahead = useLoaded(loadLevels, ignore);
  const asked = useLoaded(
    loadLevels,
    () => {
      $levelsShown.set(false);
      showToast({ kind: 'error', text: t('problems.UNAVAILABLE') });
    },
    isShown && !ahead,
  );
  const levels = ahead ?? asked;
  return (
    <details className={styles.levels} open={isShown} onToggle={(event) => $levelsShown.set(event.currentTarget.open)}>
      <summary>
        {t('platform.level.title')}
        {isUsed && !isShown && <span>{levelKinds.map((kind) => texts[kind] || dash).join(' / ')}</span>}
      </summary>
      {levels && <levels.TicketLevels {...props} />}
    </details>
  );
}
