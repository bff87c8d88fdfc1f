import type { Direction } from '../../contract/entities.ts';
import type { Result } from '../../contract/problem.ts';
import { refuse } from '../../contract/problem.ts';
import { tradingAccess } from '../access.ts';
import { openingRate, openingSide } from '../fill.ts';
import { isTradable, priceMoved } from '../freshness.ts';
import { allowedLeverages } from '../leverage.ts';
import type { CustomLeverage } from '../leverage.ts';
import type { TradingLimits } from '../limits.ts';
import type { Levels } from '../levels.ts';
import { levelProblem } from '../../contract/level-problem.ts';
import { levelFaults } from '../levels.ts';
import { freeMarginMinor } from '../margin.ts';
import type { Quote } from '../quote.ts';

/** What is known of the account when it is decided, with its row locked. Money in minor units. */
export interface TradingAccount {
  balanceMinor: number;
  investedMinor: number;
  /** How many of its positions are open. */
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
  /** Nothing new is opened in it. */
  isSuspended: boolean;
}

export interface OpenCommand extends Levels {
  direction: Direction;
  /** Above zero. */
  amountMinor: number;
  leverage: number;
  /** The rate that the trader saw: a tolerance, never the fill. With or without the opening spread. */
  price: number;
}

export interface OpenState {
  account: TradingAccount;
  asset: TradingAsset;
  limits: TradingLimits;
}

/**
 * Decides an order at the server's newest quote; `nowMs` by the clock of its `arrivedMs`. Moves no money: the amount
 * must be within the free margin.
 * Problems, in this order: NOT_VERIFIED, NO_ACCESS, ASSET_SUSPENDED, LEVERAGE_NOT_ALLOWED, TOO_MANY_POSITIONS, UNAVAILABLE,
 * PRICE_MOVED, VALIDATION with `take_profit` and `stop_lost`, INSUFFICIENT_MARGIN.
 * Throws on an amount that the contract would not have let through.
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
