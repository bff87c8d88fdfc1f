import type { ClosingReason } from '../../../lib/contract/entities.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { decideClose, decideTrigger, decideUpdate } from '../../../lib/trading/decisions.ts';
import { closingRate } from '../../../lib/trading/quote.ts';
import type { Quote } from '../../../lib/trading/quote.ts';
import { postClose } from '../../ledger/posting-rules.ts';
import type { ChangingCommand, CommandOf, DeskResult, OperatorOrder } from '../desk-command.ts';
import type { PositionRow } from '../position-rows.ts';
import type { Deciding } from './desk-state.ts';
import { closingNotice } from '../../notices/closing-notice.ts';

const manually: ClosingReason = 0;
const byAiTrade: ClosingReason = 4;

/** Decides a command about an existing position, after the triggers that are due for that position. */
export function decideChange(deciding: Deciding, command: ChangingCommand): DeskResult {
  const { account, state } = deciding;
  const stored = state.positions.get(command.order.id);
  // Another customer's position is reported as not found, so nobody learns that it exists.
  if (stored?.accountId !== account.id) {
    if (command.kind === 'trigger' && !stored) forgetUnknown(deciding, command.order.id);
    return refuse('POSITION_NOT_FOUND');
  }
  const position = decideDue(deciding, stored);
  if (command.kind === 'trigger') return triggered(deciding, { before: stored, after: position });
  if (position.closedAt !== null) return refuse('POSITION_CLOSED');
  switch (command.kind) {
    case 'update':
      return update(deciding, position, command);
    case 'close':
      return close(deciding, position, { price: command.order.price, reason: manually });
    case 'closeForOperator':
      return closeForOperator(deciding, position, command.order);
    case 'closeForStrategy':
      return closeForStrategy(deciding, position);
  }
}

/** Clears the due triggers of a position that does not exist, and ends its watch. */
function forgetUnknown({ facts, changes }: Deciding, id: string): void {
  changes.settled.set(id, facts.due.of(id));
  changes.gone.push(id);
}

/** Decides the due triggers of a position, at most once in a run. Returns the position as they leave it. */
function decideDue(deciding: Deciding, position: PositionRow): PositionRow {
  const { facts, changes } = deciding;
  const due = facts.due.of(position.id);
  if (due.length === 0 || changes.settled.has(position.id)) return position;
  changes.settled.set(position.id, due);
  if (position.closedAt !== null) return position;
  for (const quote of due) {
    const decision = decideTrigger(position, quote);
    if (decision) return bookClose(deciding, position, { ...decision, quote });
  }
  return position;
}

function triggered({ changes }: Deciding, { before, after }: { before: PositionRow; after: PositionRow }): DeskResult {
  if (after.closedAt === null) changes.verified.push(after);
  else if (!changes.changed.has(after.id)) changes.gone.push(after.id);
  return before.closedAt === null ? { ok: true, position: after } : refuse('POSITION_CLOSED');
}

function update(
  { account, state, facts, changes }: Deciding,
  position: PositionRow,
  { order }: CommandOf<'update'>,
): DeskResult {
  const { market, elapsedMs, limits } = facts;
  const quote = market.quotes.get(position.symbol);
  const decision = decideUpdate(position, order.change, quote, elapsedMs, limits);
  if (!decision.ok) return decision;
  const { takeProfit, stopLoss } = decision.levels;
  // The levels stay the same, so nothing is written and nobody is notified.
  if (takeProfit === position.takeProfit && stopLoss === position.stopLoss) return { ok: true, position };
  const changed = { ...position, takeProfit, stopLoss };
  state.positions.set(changed.id, changed);
  const stored = changes.changed.get(changed.id)?.stored ?? position;
  changes.changed.set(changed.id, { position: changed, stored, quote: null });
  changes.accounts.add(account);
  return { ok: true, position: changed };
}

/**
 * Closes only positions that a strategy opened, and only while auto trading is on: once it is off, these positions are
 * the customer's to close.
 */
function closeForStrategy(deciding: Deciding, position: PositionRow): DeskResult {
  if (!position.auto) return refuse('POSITION_NOT_FOUND');
  if (!deciding.account.autoTrading) return refuse('FORBIDDEN');
  return close(deciding, position, { price: priceNow(deciding, position), reason: byAiTrade });
}

/** The current price, for a close that no trader requested. It is always within the tolerance. */
function priceNow({ facts }: Deciding, { direction, symbol }: PositionRow): number {
  const quote = facts.market.quotes.get(symbol);
  return quote ? closingRate(direction, quote) : 0;
}

function closeForOperator(deciding: Deciding, position: PositionRow, { actor, reason }: OperatorOrder): DeskResult {
  const result = close(deciding, position, { price: priceNow(deciding, position), reason: manually });
  if (!result.ok) return result;
  const { facts, changes, account } = deciding;
  const record = { id: facts.newId(), at: facts.now, event: 'position_closed_by_operator', actor } as const;
  changes.audits.push({ ...record, accountId: account.id, details: { position: position.id, why: reason } });
  return result;
}

function close(
  deciding: Deciding,
  position: PositionRow,
  { price, reason }: { price: number; reason: ClosingReason },
): DeskResult {
  const { market, limits, elapsedMs } = deciding.facts;
  const quote = market.quotes.get(position.symbol);
  const decision = decideClose(position, { price }, quote, elapsedMs, limits);
  if (!decision.ok || !quote) return decision.ok ? refuse('UNAVAILABLE') : decision;
  return { ok: true, position: bookClose(deciding, position, { ...decision, reason, quote }) };
}

interface Close {
  closedRate: number;
  profitMinor: number;
  reason: ClosingReason;
  quote: Quote;
}

function bookClose(
  { account, state, facts, changes }: Deciding,
  open: PositionRow,
  { closedRate, profitMinor, reason, quote }: Close,
): PositionRow {
  const position = { ...open, closedRate, profitMinor, closedAt: facts.now, closingReason: reason };
  account.investedMinor -= open.amountMinor;
  account.openPositions -= 1;
  state.positions.set(open.id, position);
  const book = state.autoBooks.get(account.id);
  book?.open.delete(open.id);
  if (book && open.auto) book.realisedMinor += profitMinor;
  changes.changed.set(open.id, { position, stored: changes.changed.get(open.id)?.stored ?? open, quote });
  const fact = { id: facts.newId(), recordedAt: facts.now, accountId: account.id };
  const { entry, funds } = postClose(account, { ...fact, positionId: open.id, profitMinor });
  Object.assign(account, funds);
  changes.entries.push(entry);
  const notice = closingNotice(account, position, { id: facts.newId, at: facts.now });
  if (notice) changes.notices.push(notice);
  changes.accounts.add(account);
  return position;
}
