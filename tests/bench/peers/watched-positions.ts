import type { Random } from '../../../src/server/market/random.ts';
import type { WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';

/**
 * Returns a number as a UUID. The string is flat and shares no memory with others, like strings from a database driver.
 */
export function idOf(number: number): string {
  const hex = (number * 2_654_435_761).toString(16).padStart(16, '0');
  const text = `${hex.slice(-8)}-${hex.slice(0, 4)}-4000-8000-${number.toString(16).padStart(12, '0')}`;
  return Buffer.from(text, 'latin1').toString('latin1');
}

const leverages = [1, 3, 5, 10];
/** Nearest and farthest level, as a fraction of the rate. */
const distances = { nearest: 0.001, farthest: 0.2 };

/** An open position near a rate. Three in four have a stop loss, one in two has a take profit. */
export function makePosition(facts: { number: number; symbol: string; rate: number }, random: Random): WatchedPosition {
  const { number, symbol, rate } = facts;
  const direction = random() < 0.5 ? 'buy' : 'sell';
  const sign = direction === 'buy' ? 1 : -1;
  const distance = () => distances.nearest + random() * (distances.farthest - distances.nearest);
  return {
    id: idOf(number),
    accountId: Math.floor(number / 10),
    symbol,
    direction,
    openRate: digits(rate * (1 + 0.002 * (random() - 0.5))),
    leverage: leverages[Math.floor(random() * leverages.length)] ?? 1,
    protected: false,
    takeProfit: random() < 0.5 ? digits(rate * (1 + sign * distance())) : null,
    stopLoss: random() < 0.75 ? digits(rate * (1 - sign * distance())) : null,
  };
}

function digits(rate: number): number {
  return Number(rate.toPrecision(7));
}
