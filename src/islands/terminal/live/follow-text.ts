import { priceBook } from '../../../stores/prices.ts';
import type { LivePrice } from '../../../stores/prices.ts';

/** Keeps a text about a symbol's price in a cell, past React: it may move with every price, and is written where it changed. */
export function followText(
  cell: HTMLElement,
  symbol: string,
  textOf: (price: Readonly<LivePrice> | undefined) => string,
): () => void {
  const update = () => {
    const text = textOf(priceBook.get(symbol));
    if (cell.textContent !== text) cell.textContent = text;
  };
  update();
  return priceBook.watch([symbol], update);
}
