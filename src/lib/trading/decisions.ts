import type { Direction } from '../contract/entities.ts';
import { levelProblem } from './level-problem.ts';
import { refuse } from '../contract/problem.ts';
import type { Result } from '../contract/problem.ts';
import { allowedLeverages, tradingAccess } from './trading-rights.ts';
import { closingRate, isTradable, openingRate, openingSide, priceMoved } from './quote.ts';
import { levelFaults, triggeredReason } from './levels.ts';
import type { Levels, TriggerFacts, TriggerReason } from './levels.ts';
import type { CustomLeverage } from './trading-rights.ts';
import type { TradingLimits } from './limits.ts';
import { freeMarginMinor } from './margin.ts';
import { profitMinor } from './profit.ts';
import type { Quote } from './quote.ts';

/** The state of the account when an order is decided, with its row locked. Money in minor units. */
export interface TradingAccount {
  balanceMinor: number;
  investedMinor: number;
  /** The number of open positions. */
  openPositions: number;
  verified: boolean;
  categoryIds: readonly number[];
  customLeverage: Readonly<CustomLeverage> | null;
}

export interface TradingAsset {
  symbol: string;
  categoryId: number;
  categoryName: string;
  leverages: readonly number[];
  /** No new position may be opened in it. */
  isSuspended: boolean;
}

export interface OpenCommand extends Levels {
  direction: Direction;
  /** Above zero. */
  amountMinor: number;
  leverage: number;
  /**
   * The rate that the trader saw, with or without the opening spread. Only limits the deviation; it is never the fill.
   */
  price: number;
}

export interface OpenState {
  account: TradingAccount;
  asset: TradingAsset;
  limits: TradingLimits;
}

/**
 * Decides on opening a position at the server's newest quote; `nowMs` is by the clock of the quote's `arrivedMs`. Moves
 * no money: the amount must be within the free margin. Problems, in this order: NOT_VERIFIED, NO_ACCESS,
 * ASSET_SUSPENDED, LEVERAGE_NOT_ALLOWED, TOO_MANY_POSITIONS, UNAVAILABLE, PRICE_MOVED, VALIDATION with `take_profit`
 * and `stop_lost`, INSUFFICIENT_MARGIN. Throws on an amount that the contract does not allow.
 */
export function decideOpen(
  { account, asset, limits }: OpenState,
  command: OpenCommand,
  quote: Quote | undefined,
  nowMs: number,
): Result<{ openRate: number }> {
  const { direction, amountMinor, leverage, price } = command;
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) throw new RangeError('an order without an amount');
  const denied = tradingAccess(account, asset.categoryId);
  if (denied) return refuse(denied);
  if (asset.isSuspended) return refuse('ASSET_SUSPENDED');
  const { customLeverage } = account;
  const { categoryName, leverages } = asset;
  if (!allowedLeverages({ categoryName, leverages, customLeverage }).includes(leverage)) {
    return refuse('LEVERAGE_NOT_ALLOWED');
  }
  if (account.openPositions >= limits.mostOpenPositions) return refuse('TOO_MANY_POSITIONS');
  if (!isTradable(quote, nowMs, limits)) return refuse('UNAVAILABLE');
  if (priceMoved(price, openingSide(direction, quote), limits)) return refuse('PRICE_MOVED');
  const problem = levelProblem(levelFaults(direction, command, quote));
  if (problem) return { ok: false, problem };
  if (amountMinor > freeMarginMinor(account)) return refuse('INSUFFICIENT_MARGIN');
  return { ok: true, openRate: openingRate(direction, quote) };
}

/** The levels to change: null removes one, undefined leaves it unchanged. */
export type LevelChange = { [Level in keyof Levels]?: Levels[Level] | undefined };

/**
 * Decides on new levels of an open position at the server's newest quote; `nowMs` is by the clock of the quote's
 * `arrivedMs`. Only changed levels are checked against the price; removing one needs no price. While the asset is
 * halted, levels cannot change: they must be as they were when the price that ends the halt arrives. Problems, in this
 * order: UNAVAILABLE, VALIDATION with `take_profit` and `stop_lost`.
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

/** What the profit of an open position depends on. */
export interface OpenPosition {
  direction: Direction;
  openRate: number;
  amountMinor: number;
  leverage: number;
}

export interface CloseCommand {
  /** The rate that the trader saw. Only limits the deviation; it is never the fill. */
  price: number;
}

/**
 * Decides on closing an open position at the server's newest quote; `nowMs` is by the clock of the quote's `arrivedMs`.
 * The profit is in minor units and never below −amount. Problems, in this order: UNAVAILABLE, PRICE_MOVED.
 */
export function decideClose(
  position: OpenPosition,
  command: CloseCommand,
  quote: Quote | undefined,
  nowMs: number,
  limits: TradingLimits,
): Result<{ closedRate: number; profitMinor: number }> {
  if (!isTradable(quote, nowMs, limits)) return refuse('UNAVAILABLE');
  const { direction, openRate, amountMinor, leverage } = position;
  const closedRate = closingRate(direction, quote);
  if (priceMoved(command.price, closedRate, limits)) return refuse('PRICE_MOVED');
  const profit = profitMinor({ direction, openRate, closeRate: closedRate, amountMinor, leverage });
  return { ok: true, closedRate, profitMinor: profit };
}

export interface TriggeredClose {
  closedRate: number;
  /** In minor units, never below −amount, even after a price gap. */
  profitMinor: number;
  reason: TriggerReason;
}

/**
 * Decides whether a quote closes an open position by itself. The fill is at this quote, the first at or beyond the
 * level, no matter how old it is by now. Null: the position stays open.
 */
export function decideTrigger(
  position: OpenPosition & TriggerFacts,
  quote: Pick<Quote, 'bid' | 'ask'>,
): TriggeredClose | null {
  const { direction, openRate, amountMinor, leverage } = position;
  const closedRate = closingRate(direction, quote);
  const reason = triggeredReason(position, closedRate);
  if (reason === null) return null;
  const profit = profitMinor({ direction, openRate, closeRate: closedRate, amountMinor, leverage });
  return { closedRate, profitMinor: profit, reason };
}
