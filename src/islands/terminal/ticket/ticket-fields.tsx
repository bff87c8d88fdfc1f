import { useStore } from '@nanostores/react';
import { useCallback, useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import type { Direction } from '../../../lib/contract/entities.ts';
import { formatMoney, formatPercent, formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { $levelsShown, amountMinimum, shareOf } from '../../../stores/trading/ticket.ts';
import { levelKinds, levelPreview } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, LevelKind } from '../../../stores/trading/levels.ts';
import { dash, followText } from '../live/follow-price.ts';
import { LevelFaultText } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket-fields.module.css';

interface AmountFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Major units. */
  freeMargin: number;
  /** The text key of the fault. */
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
            ×{leverage}
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

interface LevelFieldsProps {
  bet: Bet;
  /** The side that the levels are checked against; null if none has been chosen yet. */
  direction: Direction | null;
  texts: Record<LevelKind, string>;
  errors: Partial<Record<LevelKind, FieldError>>;
  register: (kind: LevelKind) => UseFormRegisterReturn;
}

/**
 * Stop loss and take profit, folded at first. Levels that were entered and folded again are still shown in the summary,
 * and sent with the order.
 */
export function LevelFields({ bet, direction, texts, errors, register }: LevelFieldsProps) {
  const { t } = useTerminal();
  const isShown = useStore($levelsShown);
  const isUsed = levelKinds.some((kind) => texts[kind] !== '');
  return (
    <details className={styles.levels} open={isShown} onToggle={(event) => $levelsShown.set(event.currentTarget.open)}>
      <summary>
        {t('platform.level.title')}
        {isUsed && !isShown && <span>{levelKinds.map((kind) => texts[kind] || dash).join(' / ')}</span>}
      </summary>
      {levelKinds.map((kind) => (
        <LevelField
          key={kind}
          kind={kind}
          bet={bet}
          direction={direction}
          text={texts[kind]}
          error={errors[kind]}
          {...register(kind)}
        />
      ))}
    </details>
  );
}

/** The position that the ticket would open. */
interface Bet {
  symbol: string;
  sides: readonly Direction[];
  /** Major units; NaN while the field is empty. */
  amount: number;
  leverage: number | undefined;
}

interface LevelFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  kind: LevelKind;
  bet: Bet;
  direction: Direction | null;
  text: string;
  /** Its `message` is the name of the fault. */
  error: FieldError | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** One level of the ticket, and what it means at the current price. */
function LevelField({ kind, bet, direction, text, error, ...input }: LevelFieldProps) {
  const { t } = useTerminal();
  const fault = error && (
    <LevelFaultText fault={error.message as LevelFaultName} symbol={bet.symbol} direction={direction ?? 'buy'} />
  );
  return (
    <NumberField
      {...input}
      label={t(`platform.column.${kind}`)}
      placeholder={t('platform.level.none')}
      isWrong={error !== undefined}
      note={fault ?? <LevelPreviewText {...{ kind, bet, text }} />}
    />
  );
}

/**
 * The side that a level suits (if both are on offer), and the profit or loss at that level. Follows the price without a
 * render.
 */
function LevelPreviewText({ kind, bet, text }: Pick<LevelFieldProps, 'kind' | 'bet' | 'text'>) {
  const { t, locale, currency } = useTerminal();
  const { symbol, sides, amount, leverage } = bet;
  const follow = useCallback(
    (cell: HTMLSpanElement) =>
      followText(cell, symbol, (price) => {
        const preview = levelPreview({ kind, text, sides, amount, leverage, price, locale });
        cell.toggleAttribute('data-warning', !!preview?.end);
        if (!preview) return '';
        const { direction, profit, end } = preview;
        if (!direction) return sides.length === 1 ? '' : t('platform.level.neither');
        const side = t(`platform.direction.${direction}`);
        if (end) return t('platform.level.unreached', { side, price: formatRate(end, locale) });
        const money = profit === null ? dash : formatSignedMoney(profit, locale, currency);
        const meaning = sides.length === 1 ? 'meaning' : 'suits';
        return t(`platform.level.${meaning}`, { side, money });
      }),
    [kind, text, symbol, sides, amount, leverage, t, locale, currency],
  );
  return <span ref={follow} aria-live="off" />;
}

interface NumberFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Shown below the input: the effect of the number, or its fault. */
  note: ReactNode;
  isWrong: boolean;
  /** Controls that fill in the input. */
  children?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A labelled number input. Its type is text: a `number` input silently drops the comma of `12,50` and changes with the
 * mouse wheel.
 */
export function NumberField({ label, note, isWrong, children, ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        maxLength={15}
        {...input}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
      />
      {children}
      <p id={`${id}-note`} className={styles.hint} data-fault={isWrong || undefined} aria-live="polite">
        {note}
      </p>
    </div>
  );
}
