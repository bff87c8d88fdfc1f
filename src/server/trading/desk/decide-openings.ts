import { refuse } from '../../../lib/contract/problem.ts';
import type { OpenCommand, TradingAsset } from '../../../lib/trading/decisions.ts';
import { decideOpen } from '../../../lib/trading/decisions.ts';
import { fitsUnderCap } from '../../../lib/trading/auto-limits.ts';
import { openingSide } from '../../../lib/trading/quote.ts';
import { allowedLeverages } from '../../../lib/trading/trading-rights.ts';
import { shareOfFreeMargin } from '../../../lib/trading/margin.ts';
import type { CommandOf, DeskResult } from '../desk-command.ts';
import { beginDay, standingOf } from '../auto-book.ts';
import type { PositionRow } from '../position-rows.ts';
import type { Deciding } from './desk-state.ts';
import { requestKey } from './desk-state.ts';

/** Opens a position for a customer, or returns the position that the same order has already opened. */
export function decideOrder(deciding: Deciding, { order, asset, positionId }: CommandOf<'open'>): DeskResult {
  const { account, state } = deciding;
  const { requestId } = order;
  const key = requestId === null ? null : requestKey(account.id, requestId);
  const before = foundBefore(deciding, positionId) ?? (key === null ? undefined : state.requests.get(key));
  if (before) return { ok: true, position: before };
  const result = fill(deciding, { id: positionId, asset, order, requestId, auto: false });
  if (key !== null && result.ok) state.requests.set(key, result.position);
  return result;
}

/**
 * Opens a position for a strategy, with a share of the free margin in whole minor units and the lowest leverage that
 * the account may use. Refuses if auto trading is off or not agreed to, has been or must be stopped for the day,
 * already has an open position in the symbol, or would exceed its cap.
 */
export function decideStrategyOrder(deciding: Deciding, command: CommandOf<'openForStrategy'>): DeskResult {
  const { account, state, facts, changes } = deciding;
  const { order, asset, positionId } = command;
  const before = foundBefore(deciding, positionId);
  if (before) return { ok: true, position: before };
  const book = state.autoBooks.get(account.id);
  if (!book) throw new Error(`The auto book of account ${account.id} is not loaded`);
  const isHeld = [...book.open.values()].some(({ auto, symbol }) => auto && symbol === order.symbol);
  if (!account.autoTrading || isHeld) return refuse('FORBIDDEN');
  const { market, now, limits } = facts;
  const standing = standingOf(book, { balanceMinor: account.balanceMinor, market, limits: limits.auto, now });
  if (!standing.isKnown) return refuse('UNAVAILABLE');
  if (standing.day.stoppedAt || standing.isLost) return refuse('FORBIDDEN');
  const amountMinor = shareOfFreeMargin(account, order.freeMarginPercent);
  if (amountMinor === null) return refuse('INSUFFICIENT_MARGIN');
  const leverages = allowedLeverages({ ...asset, customLeverage: account.customLeverage });
  if (leverages.length === 0) return refuse('LEVERAGE_NOT_ALLOWED');
  const leverage = Math.min(...leverages);
  if (!fitsUnderCap({ ...standing, addedMinor: amountMinor * leverage }, limits.auto)) return refuse('FORBIDDEN');
  const { symbol, direction } = order;
  const quote = market.quotes.get(symbol);
  // The quote's own price: a strategy saw no older price that the quote could be compared with.
  const price = quote ? openingSide(direction, quote) : 0;
  const sized = { symbol, direction, amountMinor, leverage, price };
  const result = fill(deciding, {
    ...{ id: positionId, asset, requestId: null, auto: true },
    order: { ...sized, takeProfit: null, stopLoss: null },
  });
  if (result.ok && !standing.hasBegun) {
    beginDay(book, standing.day);
    changes.autoDays.set(account.id, standing.day);
  }
  return result;
}

function foundBefore({ account, state }: Deciding, positionId: string): PositionRow | undefined {
  const before = state.positions.get(positionId);
  if (before && before.accountId !== account.id) throw new Error(`The id ${positionId} was given twice`);
  return before;
}

interface Filling {
  id: string;
  asset: TradingAsset;
  order: OpenCommand & { symbol: string };
  requestId: string | null;
  auto: boolean;
}

const whileOpen = { protected: false, closedRate: null, closedAt: null, closingReason: null, profitMinor: null };

function fill(
  { account, state, facts, changes }: Deciding,
  { id, asset, order, requestId, auto }: Filling,
): DeskResult {
  const { market, limits, now, elapsedMs, due } = facts;
  const { symbol, direction, amountMinor, leverage, takeProfit, stopLoss } = order;
  if (account.isBlocked) return refuse('ACCOUNT_BLOCKED');
  const quote = market.quotes.get(symbol);
  const decision = decideOpen({ account, asset, limits }, order, quote, elapsedMs);
  if (!decision.ok || !quote) return decision.ok ? refuse('UNAVAILABLE') : decision;
  const { openRate } = decision;
  const terms = { id, accountId: account.id, symbol, direction, amountMinor, leverage, openRate };
  const position = { ...terms, openedAt: now, takeProfit, stopLoss, requestId, auto, ...whileOpen };
  account.investedMinor += amountMinor;
  account.openPositions += 1;
  state.autoBooks.get(account.id)?.open.set(id, position);
  changes.opened.push({ position, quote });
  changes.accounts.add(account);
  // Due triggers of this id are left over from a failed attempt. Their quotes came before this opening, so they must
  // not close it.
  if (due.of(id).length > 0) changes.settled.set(id, due.of(id));
  return { ok: true, position };
}
