import type { ClosingReason } from '../../lib/contract/entities.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { decideClose } from '../../lib/trading/decisions/decide-close.ts';
import type { TradingAccount } from '../../lib/trading/decisions/decide-open.ts';
import { decideOpen } from '../../lib/trading/decisions/decide-open.ts';
import type { TradingLimits } from '../../lib/trading/limits.ts';
import type { LedgerEntry } from '../ledger/ledger-writer.ts';
import { customerEntry } from '../ledger/ledger-writer.ts';
import type { DeskCommand, DeskResult } from './desk-command.ts';
import type { PositionRow } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';

/** An account whose row is locked. Its two sums follow the decisions. */
export interface LockedAccount extends TradingAccount {
  id: number;
}

/** What a run of commands is decided on; each decision changes it for the next. */
export interface DeskState {
  accounts: Map<number, LockedAccount>;
  /** The positions that the commands may meet, by id. */
  positions: Map<string, PositionRow>;
  /** The positions that requests opened, by `requestKey`. */
  requests: Map<string, PositionRow>;
}

/** What is to be written, all of it together. */
export interface DeskChanges {
  opened: PositionRow[];
  closed: PositionRow[];
  entries: LedgerEntry[];
  accounts: Set<LockedAccount>;
}

export interface DecisionFacts {
  market: TradingMarket;
  limits: TradingLimits;
  /** The instant of every fill of the run. */
  now: Date;
}

type Command<Kind extends DeskCommand['kind']> = Extract<DeskCommand, { kind: Kind }>;

const manually: ClosingReason = 0;

export function requestKey(accountId: number, requestId: string): string {
  return `${accountId}:${requestId}`;
}

/** Decides one command whose account is locked. Changes the state and adds to the changes, or refuses and does neither. */
export function decideCommand(
  state: DeskState,
  command: DeskCommand,
  facts: DecisionFacts,
  changes: DeskChanges,
): DeskResult {
  const account = state.accounts.get(command.accountId);
  if (!account) throw new Error(`Account ${command.accountId} is not locked`);
  return command.kind === 'open'
    ? openPosition(state, account, command, facts, changes)
    : closePosition(state, account, command, facts, changes);
}

function openPosition(
  state: DeskState,
  account: LockedAccount,
  { order, asset, positionId }: Command<'open'>,
  { market, limits, now }: DecisionFacts,
  changes: DeskChanges,
): DeskResult {
  const { symbol, direction, amountMinor, leverage, takeProfit, stopLoss, requestId } = order;
  const key = requestId === null ? null : requestKey(account.id, requestId);
  const before = state.positions.get(positionId) ?? (key === null ? undefined : state.requests.get(key));
  if (before && before.accountId !== account.id) throw new Error(`The id ${positionId} was given twice`);
  if (before) return { ok: true, position: before };
  const decision = decideOpen({ account, asset, limits }, order, market.quotes.get(symbol), now.getTime());
  if (!decision.ok) return decision;
  const { openRate } = decision;
  const fill = { id: positionId, accountId: account.id, symbol, direction, amountMinor, leverage, openRate };
  const position = { ...fill, openedAt: now, takeProfit, stopLoss, requestId, ...whileOpen };
  account.investedMinor += amountMinor;
  if (key !== null) state.requests.set(key, position);
  changes.opened.push(position);
  changes.accounts.add(account);
  return { ok: true, position };
}

const whileOpen = {
  protected: false,
  auto: false,
  closedRate: null,
  closedAt: null,
  closingReason: null,
  profitMinor: null,
};

function closePosition(
  state: DeskState,
  account: LockedAccount,
  { order, entryId }: Command<'close'>,
  { market, limits, now }: DecisionFacts,
  changes: DeskChanges,
): DeskResult {
  const open = state.positions.get(order.id);
  // A foreign position is as unknown as one that never was: nobody learns that it exists.
  if (open?.accountId !== account.id) return refuse('POSITION_NOT_FOUND');
  if (open.closedAt !== null) return refuse('POSITION_CLOSED');
  const decision = decideClose(open, order, market.quotes.get(open.symbol), now.getTime(), limits);
  if (!decision.ok) return decision;
  const { closedRate, profitMinor } = decision;
  const position = { ...open, closedRate, profitMinor, closedAt: now, closingReason: manually };
  account.balanceMinor += profitMinor;
  account.investedMinor -= open.amountMinor;
  state.positions.set(open.id, position);
  changes.closed.push(position);
  changes.entries.push(
    closeEntry(position, { id: entryId, profitMinor, balanceAfterMinor: account.balanceMinor, now }),
  );
  changes.accounts.add(account);
  return { ok: true, position };
}

interface CloseFacts {
  id: string;
  profitMinor: number;
  balanceAfterMinor: number;
  now: Date;
}

/** The customer's profit is the house's loss. A close without profit has its entry too: each close is in the books. */
function closeEntry(position: PositionRow, { id, profitMinor, balanceAfterMinor, now }: CloseFacts): LedgerEntry {
  return customerEntry({
    id,
    businessKey: `close:${position.id}`,
    recordedAt: now,
    accountId: position.accountId,
    amountMinor: profitMinor,
    balanceAfterMinor,
    against: 'house',
  });
}
