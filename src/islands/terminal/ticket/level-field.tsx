import { useCallback } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import type { Direction } from '../../../lib/contract/entities.ts';
import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { levelOutlook } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, LevelKind } from '../../../stores/trading/levels.ts';
import { dash, followText } from '../live/follow-price.ts';
import { LevelFaultText } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';
import { NumberField } from './number-field.tsx';

/** What the ticket would open. */
export interface Bet {
  symbol: string;
  sides: readonly Direction[];
  /** Major units; not a number while there is none. */
  amount: number;
  leverage: number | undefined;
}

interface LevelFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  kind: LevelKind;
  bet: Bet;
  direction: Direction | null;
  text: string;
  /** Its message is the name of the fault. */
  error: FieldError | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** One level of the ticket, and what it means at the price of the moment. */
export function LevelField({ kind, bet, direction, text, error, ...input }: LevelFieldProps) {
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
      note={fault ?? <Outlook {...{ kind, bet, text }} />}
    />
  );
}

/** Which side a level suits, where both are on offer, and what it would win or lose there: goes with the price, past React. */
function Outlook({ kind, bet, text }: Pick<LevelFieldProps, 'kind' | 'bet' | 'text'>) {
  const { t, locale, currency } = useTerminal();
  const { symbol, sides, amount, leverage } = bet;
  const follow = useCallback(
    (cell: HTMLSpanElement) =>
      followText(cell, symbol, (price) => {
        const outlook = levelOutlook({ kind, text, sides, amount, leverage, price, locale });
        cell.toggleAttribute('data-warning', !!outlook?.end);
        if (!outlook) return '';
        const { direction, profit, end } = outlook;
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
