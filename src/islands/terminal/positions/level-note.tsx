import type { Direction } from '../../../lib/contract/entities.ts';
import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { rateInputText } from '../../../lib/format/parse-rate.ts';
import { endBeforeLevel, profitAt } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, PositionLevel } from '../../../stores/trading/levels.ts';
import { closingRateNow } from '../../../stores/trading/positions.ts';
import { ClosingRate } from '../live/closing-rate.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './levels.module.css';

interface Side {
  symbol: string;
  direction: Direction;
}

/** What is wrong with a level, in the specified words with the price of the moment. */
export function LevelFaultText({ fault, ...side }: Side & { fault: LevelFaultName }) {
  const { t, locale } = useTerminal();
  if (fault === 'form') {
    return t('platform.level.form', { example: rateInputText(closingRateNow(side) ?? 1.25, locale) });
  }
  // The price goes on past React, so the text is taken apart around it.
  const [before, after] = t(`platform.level.${fault}`, { price: '|' }).split('|');
  return (
    <>
      {before}
      <ClosingRate {...side} />
      {after}
    </>
  );
}

/** What a position wins or loses if it closes at a level, or that it ends before it; nothing where that cannot be told. */
export function LevelMeaning({ rate, ...level }: PositionLevel & { rate: number }) {
  const { t, locale, currency } = useTerminal();
  const { position } = level;
  const end = endBeforeLevel(level, rate);
  if (end !== undefined) {
    const side = t(`platform.direction.${position.direction}`);
    const price = formatRate(end, locale);
    return <span className={styles.warning}>{t('platform.level.unreached', { side, price })}</span>;
  }
  const profit = profitAt(position, rate);
  return profit === null ? null : t('platform.level.meaning', { money: formatSignedMoney(profit, locale, currency) });
}
