import type { Direction, Position } from '../../lib/contract/entities.ts';
import { parseRate } from '../../lib/format/parse-number.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import { endsBefore } from '../../lib/trading/levels.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { openingRate } from '../../lib/trading/quote.ts';
import { isLive } from '../prices.ts';
import { typedLevelFault } from './levels.ts';
import type { PositionLevel, TypedLevel } from './levels.ts';

/**
 * The rate at which an open position would terminate before it reaches this stop loss; undefined if the stop loss comes
 * first.
 */
export function endBeforeLevel({ position, kind }: PositionLevel, rate: number): number | undefined {
  const { direction, open_rate: openRate, leverage } = position;
  return kind === 'stopLoss' && !position.protected ? endsBefore(rate, { direction, openRate, leverage }) : undefined;
}

type PositionTerms = Pick<Position, 'direction' | 'open_rate' | 'amount' | 'leverage'>;

/**
 * In major units: more than any position can win. Larger figures come from typing errors and would break the display.
 */
const mostShown = 1e12;

/**
 * The profit or loss of a position if it closed at a rate, in major units; null if the numbers are implausibly large.
 */
export function profitAt(
  { direction, open_rate: openRate, amount, leverage }: PositionTerms,
  closeRate: number,
): number | null {
  if (!((amount * leverage * closeRate) / openRate < mostShown)) return null;
  return toMajor(profitMinor({ direction, openRate, closeRate, amountMinor: toMinor(amount), leverage }));
}

export interface LevelPreview {
  /** The side that the level suits; null: neither. It cannot suit both. */
  direction: Direction | null;
  /** The profit or loss at the level, in major units; null if it cannot be computed. */
  profit: number | null;
  /** The rate at which the position would terminate before it reaches this stop loss. */
  end?: number | undefined;
}

interface PreviewFacts extends Omit<TypedLevel, 'direction'> {
  /** The sides on offer. */
  sides: readonly Direction[];
  /** In major units; NaN while there is none. */
  amount: number;
  leverage: number | undefined;
}

/** The effect of a typed level on a position opened now; null if there is no level or no price. */
export function levelPreview({ sides, amount, leverage = NaN, ...typed }: PreviewFacts): LevelPreview | null {
  const { text, price, locale } = typed;
  const rate = parseRate(text, locale);
  if (rate === null || !isLive(price)) return null;
  const direction = sides.find((side) => typedLevelFault({ ...typed, direction: side }) === undefined);
  if (!direction) return { direction: null, profit: null };
  const openRate = openingRate(direction, { bid: price.sell, ask: price.buy });
  const end =
    typed.kind === 'stopLoss' && leverage > 0 ? endsBefore(rate, { direction, openRate, leverage }) : undefined;
  return { direction, profit: profitAt({ direction, open_rate: openRate, amount, leverage }, rate), end };
}
