import type { TradingLimits } from './limits.ts';
import type { Quote } from './quote.ts';
import { toDecimal, unitsAt } from './rate.ts';

/**
 * Whether a quote may fill at `nowMs` (by the clock of `arrivedMs`): it is there, its asset is not halted, both sides
 * are above zero and it is not stale. A quote from the future was stamped by another clock: nobody knows how old it is.
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
 * Whether `actual` is further than the tolerance from the price that the trader saw, in percent of the latter. Decided
 * on decimals, without error: a price exactly at the tolerance has not moved too far. Both are finite.
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
