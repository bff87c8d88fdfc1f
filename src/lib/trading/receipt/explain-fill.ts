import type { Direction } from '../../contract/entities.ts';
import { openingSpreadPercent } from '../limits.ts';
import type { Quote } from '../quote.ts';
import { toDecimal, unitsAt } from '../rate.ts';
import type { Decimal } from '../rate.ts';

/** The quoted spread, ask − bid, with every digit of both. */
export function quotedSpread({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): Decimal {
  const [lower, upper] = [toDecimal(bid), toDecimal(ask)];
  const decimals = Math.max(lower.decimals, upper.decimals);
  return { units: unitsAt(upper, decimals) - unitsAt(lower, decimals), decimals };
}

/** What the opening side of a quote is multiplied by to give the open rate: 1.00025 for a buy, 0.99975 for a sell. */
export function openingFactor(direction: Direction): Decimal {
  const { units, decimals } = toDecimal(openingSpreadPercent);
  // Two decimals more: a percentage.
  const whole = 10n ** BigInt(decimals + 2);
  return { units: direction === 'buy' ? whole + units : whole - units, decimals: decimals + 2 };
}
