import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { endBeforeLevel, profitAt } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './levels.module.css';

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
