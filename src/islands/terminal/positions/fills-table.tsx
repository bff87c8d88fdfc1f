import type { ReactNode } from 'react';
import type { Fill, QuoteFacts, Receipt } from '../../../lib/contract/entities.ts';
import { formatExact, formatExactRate } from '../../../lib/format/format-exact.ts';
import { formatCount, rateDecimals } from '../../../lib/format/format-number.ts';
import { openingSpreadPercent } from '../../../lib/trading/limits.ts';
import { toDecimal } from '../../../lib/trading/rate.ts';
import { openingFactor, quotedSpread } from '../../../lib/trading/receipt/explain-fill.ts';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './receipt.module.css';
import { sideOfFill } from './side-of-fill.ts';

type Deed = 'opened' | 'closed';
type Row = [name: string, figure: (fill: Fill & { deed: Deed }) => ReactNode];

/** The fills beside one another: the quote that each was made on, and how its rate came out of that. */
export function FillsTable({ position, open, close }: Receipt) {
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
