import type { Direction, Position } from '../../lib/contract/entities.ts';
import { parseRate } from '../../lib/format/parse-number.ts';
import { openingRate } from '../../lib/trading/quote.ts';
import { levelFields } from '../../lib/trading/level-problem.ts';
import { endsBefore, levelFaults } from '../../lib/trading/levels.ts';
import type { LevelFault, Levels } from '../../lib/trading/levels.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { isLive } from '../prices.ts';
import type { LivePrice } from '../prices.ts';

/** Stop loss or take profit. */
export type LevelKind = keyof Levels;
export const levelKinds = ['stopLoss', 'takeProfit'] as const;

/** What is wrong with a typed level: its form, or the side of the price on which it may not be. */
export type LevelFaultName = 'form' | LevelFault['bound'];

export interface TypedLevel {
  text: string;
  kind: LevelKind;
  /** Null: the side is not chosen, and only the form can be told. */
  direction: Direction | null;
  price: Readonly<LivePrice> | undefined;
  locale: string;
}

/**
 * What is wrong with a level as it is typed, held against the live price by the server's own rule. Nothing typed is no
 * level and never wrong; without a live price only its form can be told, and the server decides.
 */
export function typedLevelFault({ text, kind, direction, price, locale }: TypedLevel): LevelFaultName | undefined {
  if (text.trim() === '') return undefined;
  const rate = parseRate(text, locale);
  if (rate === null) return 'form';
  if (direction === null || !isLive(price)) return undefined;
  const levels = { takeProfit: null, stopLoss: null, [kind]: rate };
  return levelFaults(direction, levels, { bid: price.sell, ask: price.buy })[kind]?.bound;
}

/** One of the levels of a position. */
export interface PositionLevel {
  position: Position;
  kind: LevelKind;
}

/** The rate of a level; null: none. */
export function levelOf({ position, kind }: PositionLevel): number | null {
  return position[levelFields[kind]];
}

/**
 * The rate at which an open position ends before a level, a stop loss, is reached, so that it would never fire;
 * undefined where it fires.
 */
export function endBeforeLevel({ position, kind }: PositionLevel, rate: number): number | undefined {
  const { direction, open_rate: openRate, leverage } = position;
  return kind === 'stopLoss' && !position.protected ? endsBefore(rate, { direction, openRate, leverage }) : undefined;
}

type Bet = Pick<Position, 'direction' | 'open_rate' | 'amount' | 'leverage'>;

/** More than any bet may win, so that what is typed by mistake breaks nothing. Major units. */
const mostShown = 1e12;

/** What a position would win or lose if it closed at a rate, major units; null where that is out of all proportion. */
export function profitAt({ direction, open_rate: openRate, amount, leverage }: Bet, closeRate: number): number | null {
  if (!((amount * leverage * closeRate) / openRate < mostShown)) return null;
  return toMajor(profitMinor({ direction, openRate, closeRate, amountMinor: toMinor(amount), leverage }));
}

export interface LevelOutlook {
  /** The side that the level suits; null: neither. It never suits both. */
  direction: Direction | null;
  /** What the position would win or lose there, major units; null where that cannot be told. */
  profit: number | null;
  /** The rate at which the position would end before this level, a stop loss, is reached. */
  end?: number | undefined;
}

interface OutlookFacts extends Omit<TypedLevel, 'direction'> {
  /** The sides on offer. */
  sides: readonly Direction[];
  /** Major units; not a number while there is none. */
  amount: number;
  leverage: number | undefined;
}

/** What a typed level means for a position that is opened now; null while there is no level or no price. */
export function levelOutlook({ sides, amount, leverage = NaN, ...typed }: OutlookFacts): LevelOutlook | null {
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
