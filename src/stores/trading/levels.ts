import type { Direction, Position } from '../../lib/contract/entities.ts';
import { parseRate } from '../../lib/format/parse-number.ts';
import { levelFields } from '../../lib/trading/level-problem.ts';
import { levelFaults } from '../../lib/trading/levels.ts';
import type { LevelFault, Levels } from '../../lib/trading/levels.ts';
import { isLive } from '../prices.ts';
import type { LivePrice } from '../prices.ts';

/** Stop loss or take profit. */
export type LevelKind = keyof Levels;
export const levelKinds = ['stopLoss', 'takeProfit'] as const;

/** What is wrong with a typed level: its format, or the bound that it violates. */
export type LevelFaultName = 'form' | LevelFault['bound'];

export interface TypedLevel {
  text: string;
  kind: LevelKind;
  /** Null: no side is chosen yet, so only the format can be checked. */
  direction: Direction | null;
  price: Readonly<LivePrice> | undefined;
  locale: string;
}

/**
 * Checks a typed level against the live price, by the server's own rule. Empty text means no level and is valid.
 * Without a live price only the format is checked, and the server decides.
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
