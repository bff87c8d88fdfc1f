import type { Direction } from '../contract/entities.ts';
import { openingSpreadPercent } from './limits.ts';
import type { TradingLimits } from './limits.ts';
import { roundRate, toDecimal, unitsAt } from '../rate.ts';

/**
 * Both sides of a price at one moment. A customer buys at `ask` and sells at `bid`; the contract calls them buy and
 * sell.
 */
export interface Quote {
  bid: number;
  ask: number;
  /** When it was received, in unix milliseconds. Stored and shown, but never used in comparisons. */
  timeMs: number;
  /** When it was received, by the server's elapsed clock; its age is computed from this. */
  arrivedMs: number;
  /** Counts the accepted quotes of its symbol since the process started. */
  sequence: number;
  /** This quote confirmed a jump. */
  confirmsJump: boolean;
  /** Its asset is halted, by a price of 0 or an unconfirmed jump. Such a quote values positions but fills nothing. */
  isHalted: boolean;
}

/**
 * Whether a quote may fill at `nowMs` (by the clock of `arrivedMs`): it exists, its asset is not halted, both sides are
 * above zero and it is not stale. A quote further in the future than the age limit fails too: another clock stamped it,
 * so its age is unknown.
 */
export function isTradable(
  quote: Pick<Quote, 'bid' | 'ask' | 'arrivedMs' | 'isHalted'> | undefined,
  nowMs: number,
  limits: Pick<TradingLimits, 'quoteMaxAgeMs'>,
): quote is Quote {
  if (quote === undefined || quote.isHalted) return false;
  return quote.bid > 0 && quote.ask > 0 && Math.abs(nowMs - quote.arrivedMs) <= limits.quoteMaxAgeMs;
}

/**
 * Whether `actual` differs from the price that the trader saw by more than the tolerance, in percent of the price seen.
 * Compares exact decimals: a difference of exactly the tolerance is allowed. Both prices must be finite.
 */
export function priceMoved(
  seen: number,
  actual: number,
  limits: Pick<TradingLimits, 'priceTolerancePercent'>,
): boolean {
  const [seenDecimal, actualDecimal] = [toDecimal(seen), toDecimal(actual)];
  const tolerance = toDecimal(limits.priceTolerancePercent);
  const decimals = Math.max(seenDecimal.decimals, actualDecimal.decimals);
  const seenUnits = unitsAt(seenDecimal, decimals);
  const distance = unitsAt(actualDecimal, decimals) - seenUnits;
  const toleranceDecimals = Math.max(tolerance.decimals, 0);
  const allowed = seenUnits * unitsAt(tolerance, toleranceDecimals);
  return (distance < 0n ? -distance : distance) * 100n * 10n ** BigInt(toleranceDecimals) > allowed;
}

type Sides = Pick<Quote, 'bid' | 'ask'>;

const openingSpread = openingSpreadPercent / 100;

/** The side of the quote at which an order of this direction opens, before the opening spread: the ask for a buy. */
export function openingSide(direction: Direction, quote: Sides): number {
  return direction === 'buy' ? quote.ask : quote.bid;
}

/**
 * The rate at which a position opens: the opening side plus 0.025 % against the customer (ask × 1.00025, bid ×
 * 0.99975), rounded to 10 significant digits.
 */
export function openingRate(direction: Direction, quote: Sides): number {
  const factor = direction === 'buy' ? 1 + openingSpread : 1 - openingSpread;
  return roundRate(openingSide(direction, quote) * factor);
}

/** The rate at which a position closes: a buy at the bid, a sell at the ask. There is no spread on closing. */
export function closingRate(direction: Direction, quote: Sides): number {
  return direction === 'buy' ? quote.bid : quote.ask;
}
