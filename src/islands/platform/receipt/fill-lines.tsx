import type { Direction, Fill, QuoteFacts } from '../../../lib/contract/entities.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { formatExact, formatExactRate } from '../../../lib/format/format-exact.ts';
import { formatCount, rateDecimals } from '../../../lib/format/format-number.ts';
import { openingSide } from '../../../lib/trading/fill.ts';
import { openingSpreadPercent } from '../../../lib/trading/limits.ts';
import { toDecimal } from '../../../lib/trading/rate.ts';
import { openingFactor, quotedSpread } from '../../../lib/trading/receipt/explain-fill.ts';
import { useTerminal } from '../terminal-context.ts';
import { Lines } from './lines.tsx';
import type { Line } from './lines.tsx';

interface FillLinesProps {
  fill: Fill;
  direction: Direction;
  deed: 'opened' | 'closed';
}

/** One fill: the quote it was made on, and how its rate came out of that. */
export function FillLines({ fill, direction, deed }: FillLinesProps) {
  const { t, locale } = useTerminal();
  const { quote, time, rate } = fill;
  return (
    <>
      <Lines
        lines={[
          { name: t('platform.receipt.time'), figure: exactTime(time) },
          ...(quote ? quoteLines(quote, t, locale) : []),
          ...(quote && deed === 'opened' ? [spreadLine(t, locale)] : []),
          {
            name: t(deed === 'opened' ? 'platform.column.openRate' : 'platform.column.closedRate'),
            formula: quote ? formulaOf({ quote, direction, deed }, t, locale) : undefined,
            figure: formatExactRate(rate, locale),
          },
        ]}
      />
      {!quote && <p>{t('platform.receipt.noQuote')}</p>}
    </>
  );
}

function quoteLines(quote: QuoteFacts, t: Translate, locale: string): Line[] {
  const { bid, ask, time, sequence, feed } = quote;
  return [
    { name: t('platform.receipt.bid'), figure: formatExactRate(bid, locale) },
    { name: t('platform.receipt.ask'), figure: formatExactRate(ask, locale) },
    { name: t('platform.receipt.spread'), figure: formatExact(quotedSpread(quote), locale, rateDecimals(bid)) },
    {
      name: t('platform.receipt.quote'),
      formula: t('platform.receipt.source', { sequence: formatCount(sequence, locale), feed }),
      figure: exactTime(time),
    },
  ];
}

function spreadLine(t: Translate, locale: string): Line {
  const percent = formatExact(toDecimal(openingSpreadPercent), locale, 0);
  return { name: t('platform.receipt.openingSpread'), figure: `${percent} %` };
}

/** How the rate came out of the quote: a fill that opens pays the opening spread, one that closes pays none. */
function formulaOf(
  { quote, direction, deed }: Pick<FillLinesProps, 'direction' | 'deed'> & { quote: QuoteFacts },
  t: Translate,
  locale: string,
): string {
  const isAsk = (direction === 'buy') === (deed === 'opened');
  const side = t(isAsk ? 'platform.receipt.ask' : 'platform.receipt.bid');
  if (deed === 'closed') return t('platform.receipt.closedAt', { side });
  const rate = formatExactRate(openingSide(direction, quote), locale);
  return t('platform.receipt.openedAt', { side, rate, factor: formatExact(openingFactor(direction), locale, 0) });
}

/** To the millisecond: `2026-11-21 10:00:00.123`. */
function exactTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}
