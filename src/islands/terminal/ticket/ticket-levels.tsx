import { useCallback } from 'react';
import type { InputHTMLAttributes } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { levelPreview } from '../../../stores/trading/level-meaning.ts';
import { levelKinds } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, LevelKind } from '../../../stores/trading/levels.ts';
import { dash, followText } from '../live/follow-price.ts';
import { LevelFaultText } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';
import { NumberField } from './number-field.tsx';
import type { ShownFaults } from './use-ticket.ts';

export interface TicketLevelsProps {
  bet: Bet;
  /** The side that the levels are checked against; null if none has been chosen yet. */
  direction: Direction | null;
  texts: Record<LevelKind, string>;
  faults: ShownFaults;
  onText: (kind: LevelKind, text: string) => void;
  /** Called when the field loses the focus: spaces around the text have to go. */
  onTrim: (kind: LevelKind) => void;
}

/** The position that the ticket would open. */
interface Bet {
  symbol: string;
  sides: readonly Direction[];
  /** Major units; NaN while the field is empty. */
  amount: number;
  leverage: number | undefined;
}

/** The fields of stop loss and take profit. This module is loaded after the first view. */
export function TicketLevels({ bet, direction, texts, faults, onText, onTrim }: TicketLevelsProps) {
  return levelKinds.map((kind) => (
    <LevelField
      key={kind}
      kind={kind}
      bet={bet}
      direction={direction}
      text={texts[kind]}
      fault={faults[kind] as LevelFaultName | undefined}
      value={texts[kind]}
      onChange={({ target }) => onText(kind, target.value)}
      onBlur={() => onTrim(kind)}
    />
  ));
}

interface LevelFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  kind: LevelKind;
  bet: Bet;
  direction: Direction | null;
  text: string;
  fault: LevelFaultName | undefined;
}

/** One level of the ticket, and what it means at the current price. */
function LevelField({ kind, bet, direction, text, fault, ...input }: LevelFieldProps) {
  const { t } = useTerminal();
  const faultText = fault && <LevelFaultText fault={fault} symbol={bet.symbol} direction={direction ?? 'buy'} />;
  return (
    <NumberField
      {...input}
      label={t(`platform.column.${kind}`)}
      placeholder={t('platform.level.none')}
      isWrong={fault !== undefined}
      note={faultText ?? <LevelPreviewText {...{ kind, bet, text }} />}
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
        const side = t(`platform.level.side.${direction}`);
        if (end) return t('platform.level.unreached', { side, price: formatRate(end, locale) });
        const money = profit === null ? dash : formatSignedMoney(profit, locale, currency);
        const meaning = sides.length === 1 ? 'meaning' : 'suits';
        return t(`platform.level.${meaning}`, { side, money });
      }),
    [kind, text, symbol, sides, amount, leverage, t, locale, currency],
  );
  return <span ref={follow} aria-live="off" />;
}
