import type { Direction } from '../contract/entities.ts';
import { openingSpreadPercent } from './limits.ts';
import { divideHalfEven, profitMinor, profitTerms } from './profit.ts';
import type { ProfitFacts } from './profit.ts';
import type { Quote } from './quote.ts';
import { toDecimal, unitsAt } from '../rate.ts';
import type { Decimal } from '../rate.ts';

/**
 * The figures that the receipt of a position shows: how its rates were filled, and how its profit follows from them.
 */

/** The quoted spread, ask − bid, with all digits. */
export function quotedSpread({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): Decimal {
  const [lower, upper] = [toDecimal(bid), toDecimal(ask)];
  const decimals = Math.max(lower.decimals, upper.decimals);
  return { units: unitsAt(upper, decimals) - unitsAt(lower, decimals), decimals };
}

/** The factor between the opening side of a quote and the open rate: 1.00025 for a buy, 0.99975 for a sell. */
export function openingFactor(direction: Direction): Decimal {
  const { units, decimals } = toDecimal(openingSpreadPercent);
  // Two more decimals, because it is a percentage.
  const whole = 10n ** BigInt(decimals + 2);
  return { units: direction === 'buy' ? whole + units : whole - units, decimals: decimals + 2 };
}

/** The arithmetic of a profit, step by step, so that it can be redone by hand. Exact, with money in major units. */
export interface ProfitExplanation {
  /** Closed rate − open rate for a buy, open rate − closed rate for a sell. */
  difference: Decimal;
  /** The difference × amount × leverage. */
  product: Decimal;
  /** The product ÷ open rate, cut off after the digits that determine its rounding. */
  quotient: Decimal;
  /** Whether the quotient has further digits. */
  isCutOff: boolean;
  /** The quotient rounded to two decimals, half to even. */
  rounded: Decimal;
  /** The quotient is exactly half way between two cents, so it was rounded to the even one. */
  isTie: boolean;
  /** The rounded loss exceeds the amount, so it is capped there: negative balance protection. */
  isCut: boolean;
  /** The profit in minor units: always equal to `profitMinor`. */
  profitMinor: number;
}

const centDecimals = 2;
const decimalsBehindCents = 6;

/** Explains a profit, from the same terms as `profitMinor`. Throws if that does. */
export function explainProfit(facts: ProfitFacts): ProfitExplanation {
  const { gained, decimals, product, openUnits } = profitTerms(facts);
  const rounded = divideHalfEven(product, openUnits);
  const twiceRest = (product % openUnits) * 2n;
  return {
    difference: { units: gained, decimals },
    product: { units: product, decimals: decimals + centDecimals },
    ...divideUntilDecisive(product, openUnits),
    rounded: { units: rounded, decimals: centDecimals },
    isTie: twiceRest === openUnits || twiceRest === -openUnits,
    isCut: rounded < -BigInt(facts.amountMinor),
    profitMinor: profitMinor(facts),
  };
}

/** Divides to six digits after the cents, or to more if six would wrongly look like a tie. */
function divideUntilDecisive(product: bigint, openUnits: bigint): Pick<ProfitExplanation, 'quotient' | 'isCutOff'> {
  for (let behind = decimalsBehindCents; ; behind += decimalsBehindCents) {
    const scale = 10n ** BigInt(behind);
    const units = (product * scale) / openUnits;
    const isCutOff = (product * scale) % openUnits !== 0n;
    const digits = units % scale;
    if (isCutOff && digits * digits * 4n === scale * scale) continue;
    return { quotient: { units, decimals: centDecimals + behind }, isCutOff };
  }
}
