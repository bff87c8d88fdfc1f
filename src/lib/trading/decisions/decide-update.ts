import type { Direction } from '../../contract/entities.ts';
import type { Result } from '../../contract/problem.ts';
import { refuse } from '../../contract/problem.ts';
import { isTradable } from '../freshness.ts';
import type { Levels } from '../levels.ts';
import { levelProblem } from '../../contract/level-problem.ts';
import { levelFaults } from '../levels.ts';
import type { TradingLimits } from '../limits.ts';
import type { Quote } from '../quote.ts';

/** The levels that change: null removes one, undefined leaves it as it is. */
export type LevelChange = { [Level in keyof Levels]?: Levels[Level] | undefined };

/**
 * Decides new levels of an open position at the server's newest quote; `nowMs` by the clock of its `arrivedMs`. Only
 * levels that change are held against the price, and removing one needs no price. While the asset is halted no level
 * changes: the price that ends the halt decides by the levels that stood before. Problems, in this order: UNAVAILABLE,
 * VALIDATION with `take_profit` and `stop_lost`.
 */
export function decideUpdate(
  position: Levels & { direction: Direction },
  change: LevelChange,
  quote: Quote | undefined,
  nowMs: number,
  limits: Pick<TradingLimits, 'quoteMaxAgeMs'>,
): Result<{ levels: Levels }> {
  const levels = {
    takeProfit: change.takeProfit === undefined ? position.takeProfit : change.takeProfit,
    stopLoss: change.stopLoss === undefined ? position.stopLoss : change.stopLoss,
  };
  if (levels.takeProfit === position.takeProfit && levels.stopLoss === position.stopLoss) return { ok: true, levels };
  if (quote?.isHalted) return refuse('UNAVAILABLE');
  const changed = {
    takeProfit: levels.takeProfit === position.takeProfit ? null : levels.takeProfit,
    stopLoss: levels.stopLoss === position.stopLoss ? null : levels.stopLoss,
  };
  if (changed.takeProfit === null && changed.stopLoss === null) return { ok: true, levels };
  if (!isTradable(quote, nowMs, limits)) return refuse('UNAVAILABLE');
  const problem = levelProblem(levelFaults(position.direction, changed, quote));
  return problem ? { ok: false, problem } : { ok: true, levels };
}
