import { crossRateDecimals, crossRates } from '../../lib/trading/cross-rates.ts';
import { followPrices } from './follow-prices.ts';
import { showOrigin, showState, writeRate } from './live-block.ts';

/**
 * Fills the table of cross rates. Each row is a currency; a cell shows the value of one unit of it in the column's
 * currency.
 */
export function showCrossRates(block: HTMLElement): void {
  const rows = [...block.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')]);
  const shown = new Map<HTMLElement, number>();
  const formats = new Map<number, Intl.NumberFormat>();

  function textOf(rate: number): string {
    const digits = crossRateDecimals(rate);
    const known = formats.get(digits);
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = known ?? new Intl.NumberFormat(document.documentElement.lang, options);
    formats.set(digits, format);
    return format.format(rate);
  }

  function show(cell: HTMLElement, rate: number) {
    const text = textOf(rate);
    if (cell.textContent === text) return;
    const before = shown.get(cell);
    const move = before ? rate - before : 0;
    shown.set(cell, rate);
    writeRate(cell, text, move);
    if (move) cell.dataset['move'] = move > 0 ? 'up' : 'down';
  }

  void showOrigin(block);
  followPrices(block, {
    apply(prices) {
      crossRates(prices).forEach((rates, row) =>
        rates.forEach((rate, column) => {
          const cell = rows[row]?.[column];
          if (cell && rate !== null && row !== column) show(cell, rate);
        }),
      );
      showState(block, 'live');
    },
    lost: () => showState(block, shown.size > 0 ? 'past' : 'unavailable'),
  });
}
