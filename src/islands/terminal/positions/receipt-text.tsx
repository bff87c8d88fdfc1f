import type { ReactNode } from 'react';
import type { Direction, Fill, Position, QuoteFacts, Receipt } from '../../../lib/contract/entities.ts';
import { formatExact, formatExactRate } from '../../../lib/format/format-exact.ts';
import {
  formatCount,
  formatSignedMoney,
  formatSignedPercent,
  rateDecimals,
} from '../../../lib/format/format-number.ts';
import { openingSpreadPercent } from '../../../lib/trading/limits.ts';
import { toMajor, toMinor } from '../../../lib/money.ts';
import { toDecimal } from '../../../lib/rate.ts';
import { explainProfit, openingFactor, quotedSpread } from '../../../lib/trading/receipt.ts';
import { terminationRate } from '../../../lib/trading/levels.ts';
import { profitPercent, trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { ClosingRate } from '../live/level-fault.tsx';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import styles from './receipt.module.css';

/** The quotes that a position was opened and closed on, the rule that closed it, and the resulting profit. */
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

/** The rates at which an open position closes automatically. */
function Levels({ position }: { position: Position }) {
  const { t, locale } = useTerminal();
  // A termination price of zero means none, because no rate falls to zero.
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

type Deed = 'opened' | 'closed';
type Row = [name: string, figure: (fill: Fill & { deed: Deed }) => ReactNode];

/** The fills side by side: the quote that each was made on, and how its rate was derived from it. */
function FillsTable({ position, open, close }: Receipt) {
  const { t, locale } = useTerminal();
  const fills: (Fill & { deed: Deed })[] = [{ ...open, deed: 'opened' }];
  if (close) fills.push({ ...close, deed: 'closed' });

  const rate = (value: number) => formatExactRate(value, locale);
  const ofQuote = (write: (quote: QuoteFacts) => string) => (fill: Fill) => (fill.quote ? write(fill.quote) : dash);
  const percent = formatExact(toDecimal(openingSpreadPercent), locale, 0, { style: 'unit', unit: 'percent' });
  const formula = (deed: Deed) => {
    const side = t(`platform.receipt.side.${sideOfFill(position.direction, deed)}`);
    const factor = formatExact(openingFactor(position.direction), locale, 0);
    return deed === 'opened'
      ? t('platform.receipt.openedAt', { side, factor })
      : t('platform.receipt.closedAt', { side });
  };
  const number = ofQuote(({ sequence }) => (sequence ? formatCount(sequence, locale) : dash));
  const rows: Row[] = [
    [t('platform.receipt.time'), ({ time }) => exactTime(time)],
    [t('platform.receipt.bid'), ofQuote(({ bid }) => rate(bid))],
    [t('platform.receipt.ask'), ofQuote(({ ask }) => rate(ask))],
    [
      t('platform.receipt.spread'),
      ofQuote((quote) => formatExact(quotedSpread(quote), locale, rateDecimals(quote.bid))),
    ],
    [t('platform.receipt.quoteTime'), ofQuote(({ time }) => exactTime(time))],
    ...(fills.some(({ quote }) => quote?.sequence) ? [[t('platform.receipt.sequence'), number] satisfies Row] : []),
    [t('platform.receipt.feed'), ofQuote(({ feed }) => feed)],
    [t('platform.receipt.openingSpread'), ({ deed }) => (deed === 'opened' ? percent : dash)],
    [
      t('platform.receipt.rate'),
      ({ rate: filled, quote, deed }) => (
        <>
          <strong>{rate(filled)}</strong> {quote && <span className={styles.formula}>{formula(deed)}</span>}
        </>
      ),
    ],
  ];
  return (
    <>
      <table className={styles.fills}>
        <thead>
          <tr>
            <td />
            {fills.map(({ deed }) => (
              <th key={deed} scope="col">
                {t(`platform.receipt.${deed}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, figure]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {fills.map((fill) => (
                <td key={fill.deed}>{figure(fill)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {fills.some(({ quote }) => !quote) && <p>{t('platform.receipt.noQuote')}</p>}
    </>
  );
}

/** To the millisecond: `2026-11-21 10:00:00.123`. */
function exactTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}

/** The profit of a closed position in steps that can be recalculated by hand. */
function ProfitSteps({ position, closedRate }: { position: Position; closedRate: number }) {
  const { t, locale, currency } = useTerminal();
  const { direction, open_rate: openRate, leverage } = position;
  const amountMinor = toMinor(position.amount);
  const steps = explainProfit({ direction, openRate, closeRate: closedRate, amountMinor, leverage });

  const open = formatExactRate(openRate, locale);
  const closed = formatExactRate(closedRate, locale);
  const amount = formatExact(toDecimal(position.amount), locale, 2);
  const difference = formatExact(steps.difference, locale, 2);
  const product = formatExact(steps.product, locale, 2);
  return (
    <Lines
      lines={[
        {
          name: t(`platform.receipt.difference.${direction}`),
          formula: direction === 'buy' ? `${closed} − ${open}` : `${open} − ${closed}`,
          figure: difference,
        },
        { name: t('platform.receipt.product'), formula: `${difference} × ${amount} × ${leverage}`, figure: product },
        {
          name: t('platform.receipt.quotient'),
          formula: `${product} ÷ ${open}`,
          figure: formatExact(steps.quotient, locale, 2) + (steps.isCutOff ? '…' : ''),
        },
        {
          name: t('platform.receipt.rounded'),
          formula: steps.isTie ? t('platform.receipt.tie') : undefined,
          figure: formatExact(steps.rounded, locale, 2),
        },
        ...(steps.isCut ? [{ name: t('platform.receipt.cut'), figure: `-${amount}` }] : []),
        {
          name: t('platform.column.profit'),
          figure: <strong>{formatSignedMoney(toMajor(steps.profitMinor), locale, currency)}</strong>,
        },
      ]}
    />
  );
}

/** A line of a receipt: its name, its figure, and how the figure was calculated. */
interface Line {
  name: string;
  figure: ReactNode;
  formula?: string | undefined;
}

/** A table, so that copied text has a tab between name and figure. */
function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <table className={styles.lines}>
      <tbody>
        {lines.map(({ name, figure, formula }) => (
          <tr key={name}>
            <th scope="row">
              {name} {formula !== undefined && <span className={styles.formula}>{formula}</span>}
            </th>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The side of the quote that a fill is made on: a buy opens at the ask and closes at the bid, a sell the other way. */
function sideOfFill(direction: Direction, deed: 'opened' | 'closed'): 'bid' | 'ask' {
  return (direction === 'buy') === (deed === 'opened') ? 'ask' : 'bid';
}
