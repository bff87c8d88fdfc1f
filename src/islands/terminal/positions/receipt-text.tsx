import type { Position, Receipt } from '../../../lib/contract/entities.ts';
import { formatExactRate } from '../../../lib/format/format-exact.ts';
import { formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { terminationRate } from '../../../lib/trading/termination.ts';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { ClosingRate } from '../live/level-fault.tsx';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { FillsTable } from './fills-table.tsx';
import { Lines } from './lines.tsx';
import { ProfitSteps } from './profit-steps.tsx';
import styles from './receipt.module.css';
import { sideOfFill } from './side-of-fill.ts';

/** What a position was opened and closed on, by which rule, and what that made of it. */
export function ReceiptText(receipt: Receipt) {
  const { position, close } = receipt;
  const { t, locale, currency } = useTerminal();
  const { profit } = position;
  return (
    <>
      {close ? (
        <p className={styles.result}>
          <span className={live.profit} data-trend={trendOfProfit(profit)}>
            {formatSignedMoney(profit, locale, currency)}
          </span>{' '}
          <span>{formatSignedPercent(profitPercent(position, profit), locale)}</span>
        </p>
      ) : (
        <p className={styles.result}>
          <span>{t('platform.receipt.stillOpen')}</span>{' '}
          <span>
            {t('platform.column.now')} <ClosingRate {...position} />
          </span>
        </p>
      )}
      {close && <Rule position={position} rate={close.rate} />}
      {receipt.after_jump === 1 && <p className={styles.rule}>{t('platform.receipt.afterJump')}</p>}
      <FillsTable {...receipt} />
      <h3>{t(close ? 'platform.receipt.steps' : 'platform.receipt.closesAt')}</h3>
      {close ? <ProfitSteps position={position} closedRate={close.rate} /> : <Levels position={position} />}
    </>
  );
}

/** The rule that closed a position, in a sentence. */
function Rule({ position, rate }: { position: Position; rate: number }) {
  const { t, locale } = useTerminal();
  const { closingReason, direction } = position;
  if (closingReason === null) return null;
  const level =
    closingReason === 3 ? termination(position) : closingReason === 1 ? position.stop_lost : position.take_profit;
  const sentence = t(`platform.receipt.rule.${closingReason}`, {
    level: level === null ? dash : formatExactRate(level, locale),
    side: t(`platform.receipt.side.${sideOfFill(direction, 'closed')}`),
    rate: formatExactRate(rate, locale),
  });
  return <p className={styles.rule}>{sentence}</p>;
}

/** Where an open position closes by itself. */
function Levels({ position }: { position: Position }) {
  const { t, locale } = useTerminal();
  // A termination price of zero is none: no rate falls there.
  const figure = (level: number | null) => (level ? formatExactRate(level, locale) : dash);
  return (
    <Lines
      lines={[
        { name: t('platform.column.stopLoss'), figure: figure(position.stop_lost) },
        { name: t('platform.column.takeProfit'), figure: figure(position.take_profit) },
        {
          name: t('platform.ticket.termination'),
          figure: position.protected ? t('platform.positions.protected') : figure(termination(position)),
        },
      ]}
    />
  );
}

function termination({ direction, open_rate: openRate, leverage }: Position): number {
  return terminationRate({ direction, openRate, leverage });
}
