import type { Position } from '../../../lib/contract/entities.ts';
import { formatExact, formatExactRate } from '../../../lib/format/format-exact.ts';
import { formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor, toMinor } from '../../../lib/trading/money.ts';
import { toDecimal } from '../../../lib/trading/rate.ts';
import { explainProfit } from '../../../lib/trading/receipt/explain-profit.ts';
import { useTerminal } from '../terminal-context.ts';
import { Lines } from './lines.tsx';

/** The profit of a closed position, step by step, each of which can be done again by hand. */
export function ProfitSteps({ position, closedRate }: { position: Position; closedRate: number }) {
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
