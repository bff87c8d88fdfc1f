import type { Direction } from '../contract/entities.ts';
import { openingSpreadPercent } from './limits.ts';
import { divideHalfEven, profitMinor, profitTerms } from './profit.ts';
import type { ProfitFacts } from './profit.ts';
import type { Quote } from './quote.ts';
import { toDecimal, unitsAt } from '../rate.ts';
import type { Decimal } from '../rate.ts';

/** What the receipt of a position spells out: how its rates were filled, and how its profit follows from them. */

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

/**
 * The arithmetic of a profit, step by step, so that it can be done again by hand. Money in major units, without error.
 */
export interface ProfitExplanation {
  /** Closed rate − open rate for a buy, open rate − closed rate for a sell. */
  difference: Decimal;
  /** The difference × amount × leverage. */
  product: Decimal;
  /** The product ÷ open rate, cut off behind the digits that tell how it is rounded. */
  quotient: Decimal;
  /** Whether the quotient has more digits than those. */
  isCutOff: boolean;
  /** The quotient to two decimals, half to even. */
  rounded: Decimal;
  /** The quotient lies half way between two cents: the even one was taken. */
  isTie: boolean;
  /** The rounded loss is more than the amount and ends there: negative balance protection. */
  isCut: boolean;
  /** The profit, in minor units: always what `profitMinor` says. */
  profitMinor: number;
}

const centDecimals = 2;
const decimalsBehindCents = 6;

/** Spells out a profit by the terms that `profitMinor` computes it from. Throws where that does. */
export function explainProfit(facts: ProfitFacts): ProfitExplanation {
  const { gained, decimals, product, openUnits } = profitTerms(facts);
  const rounded = divideHalfEven(product, openUnits);
  const twiceRest = (product % openUnits) * 2n;
  return {
    difference: { units: gained, decimals },
    product: { units: product, decimals: decimals + centDecimals },
    ...divideAsFarAsItTells(product, openUnits),
    rounded: { units: rounded, decimals: centDecimals },
    isTie: twiceRest === openUnits || twiceRest === -openUnits,
    isCut: rounded < -BigInt(facts.amountMinor),
    profitMinor: profitMinor(facts),
  };
}

/** Divides to six digits behind the cents; to more where those would look like a tie and are none. */
function divideAsFarAsItTells(product: bigint, openUnits: bigint): Pick<ProfitExplanation, 'quotient' | 'isCutOff'> {
  for (let behind = decimalsBehindCents; ; behind += decimalsBehindCents) {
    const scale = 10n ** BigInt(behind);
    const units = (product * scale) / openUnits;
    const isCutOff = (product * scale) % openUnits !== 0n;
    const digits = units % scale;
    if (isCutOff && digits * digits * 4n === scale * scale) continue;
    return { quotient: { units, decimals: centDecimals + behind }, isCutOff };
  }
}
