import type { Position } from '../../../lib/contract/entities.ts';
import { formatSignedMoney, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/money.ts';
import { priceBook } from '../../../stores/prices.ts';
import { closingRateNow, openProfitMinor } from '../../../stores/trading/positions.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import { rateWriter } from './follow-price.ts';

/** Trend of a profit, for `data-trend`, which sets the colour and the arrow. */
export function trendOfProfit(profit: number): 'up' | 'down' | 'none' {
  return profit > 0 ? 'up' : profit < 0 ? 'down' : 'none';
}

/** Profit as a percentage of the amount. */
export function profitPercent({ amount }: Pick<Position, 'amount'>, profit: number): number {
  return (profit / amount) * 100;
}

/**
 * Updates the cells `now`, `profit` and `percent` (by `data-live`) inside an element with the live price of an open
 * position.
 */
export function followPosition(element: HTMLElement, position: Position, terminal: TerminalContextValue): () => void {
  const cell = (name: string) => element.querySelector<HTMLElement>(`[data-live="${name}"]`);
  const [now, profit, percent] = [cell('now'), cell('profit'), cell('percent')];
  const writeNow = now ? rateWriter(now, { symbol: position.symbol, locale: terminal.locale }) : undefined;
  let shown: number | undefined;

  const update = () => {
    writeNow?.(closingRateNow(position) ?? 0, priceBook.get(position.symbol)?.stale ?? false);
    const minor = openProfitMinor(position);
    if (minor === shown || !profit) return;
    shown = minor;
    const major = toMajor(minor);
    profit.textContent = formatSignedMoney(major, terminal.locale, terminal.currency);
    profit.dataset['trend'] = trendOfProfit(major);
    if (percent) percent.textContent = formatSignedPercent(profitPercent(position, major), terminal.locale);
  };
  update();
  return priceBook.watch([position.symbol], update);
}
