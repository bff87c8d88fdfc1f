import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { ledgerInserts, ledgerValues } from '../../ledger/ledger-writer.ts';
import { noticeInserts, noticeValues } from '../../notices/notices-rows.ts';
import { loadAutoBooks } from '../auto-book-rows.ts';
import type { PositionRow } from '../position-rows.ts';
import { positionColumns } from '../position-rows.ts';
import type {
  ChangedPosition,
  CommandRun,
  DeskChanges,
  DeskState,
  FilledPosition,
  LockedAccount,
} from './desk-state.ts';
import { requestKey } from './desk-state.ts';

// "No key", because inserts into tables with a foreign key to the account take a key share lock: such an insert must
// not make the account look locked by another trade. Ordered by id, so two transactions that lock several accounts
// cannot deadlock.
const lockText = `
  select id, balance_minor as "balanceMinor", bonus_minor as "bonusMinor", credit_minor as "creditMinor",
    reserved_minor as "reservedMinor", invested_minor as "investedMinor", open_positions as "openPositions", verified,
    blocked_at is not null as "isBlocked", auto_trading and auto_consented_to is not distinct from :autoRuleVersion::text as "autoTrading!",
    category_ids as "categoryIds", custom_leverage as "customLeverage",
    notice_choices as "noticeChoices"
  from accounts where id = any(:accountIds::bigint[]) order by id for no key update`;

const lock = statement('desk-lock', lockText);
const lockFree = statement('desk-lock-free', `${lockText} skip locked`);

/**
 * Locks the accounts of a run. If the run may wait, waits for its one account for at most `lock_timeout`. Otherwise
 * locks only the accounts that are free and leaves out the others.
 */
async function lockAccounts(
  queries: Queries,
  { commands, waitForLock }: CommandRun,
  autoRuleVersion: string,
): Promise<LockedAccount[]> {
  if (!waitForLock) {
    const accountIds = [...new Set(commands.map(({ accountId }) => accountId))];
    return lockFree.rows(queries, { accountIds, autoRuleVersion });
  }
  const accountId = commands[0]?.accountId;
  if (accountId === undefined) return [];
  const accounts = await lock.rows(queries, { accountIds: [accountId], autoRuleVersion });
  if (accounts.length === 0) throw new Error(`There is no account ${accountId}`);
  return accounts;
}

const load = statement(
  'desk-load',
  `select ${positionColumns} from positions p where p.id = any(:ids::uuid[])
   union all
   select ${positionColumns} from unnest(:accountIds::bigint[], :requestIds::uuid[]) as r (account_id, request_id)
   join positions p on p.account_id = r.account_id and p.request_id = r.request_id`,
);

interface PositionKeys {
  ids: string[];
  requests: { accountId: number; requestId: string }[];
}

/** Loads the positions that have one of the ids or were opened by one of the requests. */
async function loadPositions(queries: Queries, { ids, requests }: PositionKeys): Promise<PositionRow[]> {
  if (ids.length === 0 && requests.length === 0) return [];
  const accountIds = requests.map(({ accountId }) => accountId);
  return load.rows(queries, { ids, accountIds, requestIds: requests.map(({ requestId }) => requestId) });
}

/** Locks the accounts of a run and loads the rows that its commands may need. */
export async function loadState(queries: Queries, run: CommandRun, autoRuleVersion: string): Promise<DeskState> {
  const accounts = await lockAccounts(queries, run, autoRuleVersion);
  // Load only after locking, in separate SQL statements: only these see what the previous holder of each lock
  // committed.
  const positions = await loadPositions(queries, positionKeys(run));
  const autoBooks = await loadAutoBooks(queries, strategyAccounts(run));
  const state: DeskState = {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    positions: new Map(positions.map((position) => [position.id, position])),
    requests: new Map(),
    autoBooks,
  };
  for (const position of positions) {
    if (position.requestId !== null) state.requests.set(requestKey(position.accountId, position.requestId), position);
  }
  return state;
}

function positionKeys({ commands, again }: CommandRun): PositionKeys {
  const keys: PositionKeys = { ids: [], requests: [] };
  for (const command of commands) {
    if (command.kind !== 'open' && command.kind !== 'openForStrategy') {
      keys.ids.push(command.order.id);
      continue;
    }
    if (again) keys.ids.push(command.positionId);
    const requestId = command.kind === 'open' ? command.order.requestId : null;
    if (requestId !== null) keys.requests.push({ accountId: command.accountId, requestId });
  }
  return keys;
}

/** The accounts for which strategies want to open positions. */
function strategyAccounts({ commands }: CommandRun): number[] {
  const opening = commands.filter(({ kind }) => kind === 'openForStrategy');
  return [...new Set(opening.map(({ accountId }) => accountId))];
}

// Planned afresh each time, for the current size of the table.
const find = statement(
  'desk-find',
  `select p.id, p.account_id as "accountId", p.closed_at is null as "isOpen"
   from unnest(:accountIds::bigint[], :ids::uuid[]) as w (account_id, id)
   join positions p on p.id = w.id and p.account_id = w.account_id`,
  { planned: 'afresh' },
);

/** Finds those positions that belong to the stated accounts, and whether each is open. */
export function findPositions(
  queries: Queries,
  wanted: readonly { accountId: number; id: string }[],
): Promise<{ id: string; accountId: number; isOpen: boolean }[]> {
  return find.rows(queries, {
    accountIds: wanted.map(({ accountId }) => accountId),
    ids: wanted.map(({ id }) => id),
  });
}

const write = statement(
  'desk-write',
  `with opened as (
    insert into positions (opened_at, open_feed, id, account_id, symbol, direction, amount_minor, leverage, open_rate, request_id,
      take_profit, stop_loss, auto, open_bid, open_ask, open_quote_at, open_sequence)
    select :now::timestamptz, :feedName::text, o.* from unnest(:openedIds::uuid[], :openedFor::bigint[], :symbols::text[],
      :directions::text[], :amountsMinor::bigint[], :leverages::integer[], :openRates::float8[], :requestIds::uuid[],
      :openedTakeProfits::float8[], :openedStopLosses::float8[], :byAuto::boolean[], :openBids::float8[], :openAsks::float8[],
      :openQuotesAt::timestamptz[], :openSequences::bigint[]) as o
  ),
  changed as (
    update positions p
    set take_profit = c.take_profit, stop_loss = c.stop_loss, closed_at = c.closed_at, closed_rate = c.rate,
      closing_reason = c.reason, profit_minor = c.profit, closed_bid = c.bid, closed_ask = c.ask, closed_quote_at = c.quote_at,
      closed_sequence = c.sequence, closed_feed = case when c.sequence is not null then :feedName::text end,
      closed_after_jump = c.after_jump
    from unnest(:changedIds::uuid[], :takeProfits::float8[], :stopLosses::float8[], :closedAt::timestamptz[],
      :closedRates::float8[], :closingReasons::smallint[], :profitsMinor::bigint[], :closedBids::float8[],
      :closedAsks::float8[], :closedQuotesAt::timestamptz[], :closedSequences::bigint[], :closedAfterJump::boolean[])
      as c (id, take_profit, stop_loss, closed_at, rate, reason, profit, bid, ask, quote_at, sequence, after_jump)
    where p.id = c.id
  ),
  ${noticeInserts},
  ${ledgerInserts}
  update accounts a
  set balance_minor = s.balance, bonus_minor = s.bonus, credit_minor = s.credit, invested_minor = s.invested,
    open_positions = s.open
  from unnest(:accountIds::bigint[], :balancesMinor::bigint[], :bonusesMinor::bigint[], :creditsMinor::bigint[],
    :investedMinor::bigint[], :openPositions::integer[]) as s (id, balance, bonus, credit, invested, open)
  where a.id = s.id`,
);

/** The instant at which a run is decided, and the feed whose quotes fill its orders. */
export interface RunFacts {
  now: Date;
  feedName: string;
}

/** Writes all changes of a run in one SQL statement. The database transaction must have locked the changed accounts. */
export async function writeChanges(queries: Queries, changes: DeskChanges, { now, feedName }: RunFacts): Promise<void> {
  const accounts = [...changes.accounts];
  await write.write(queries, {
    now,
    feedName,
    ...openedValues(changes.opened),
    ...changedValues([...changes.changed.values()]),
    ...noticeValues(changes.notices),
    ...ledgerValues(changes.entries),
    accountIds: accounts.map(({ id }) => id),
    balancesMinor: accounts.map(({ balanceMinor }) => balanceMinor),
    bonusesMinor: accounts.map(({ bonusMinor }) => bonusMinor),
    creditsMinor: accounts.map(({ creditMinor }) => creditMinor),
    investedMinor: accounts.map(({ investedMinor }) => investedMinor),
    openPositions: accounts.map(({ openPositions }) => openPositions),
  });
}

function openedValues(opened: readonly FilledPosition[]) {
  return {
    openedIds: opened.map(({ position }) => position.id),
    openedFor: opened.map(({ position }) => position.accountId),
    symbols: opened.map(({ position }) => position.symbol),
    directions: opened.map(({ position }) => position.direction),
    amountsMinor: opened.map(({ position }) => position.amountMinor),
    leverages: opened.map(({ position }) => position.leverage),
    openRates: opened.map(({ position }) => position.openRate),
    requestIds: opened.map(({ position }) => position.requestId),
    openedTakeProfits: opened.map(({ position }) => position.takeProfit),
    openedStopLosses: opened.map(({ position }) => position.stopLoss),
    byAuto: opened.map(({ position }) => position.auto),
    openBids: opened.map(({ quote }) => quote.bid),
    openAsks: opened.map(({ quote }) => quote.ask),
    openQuotesAt: opened.map(({ quote }) => new Date(quote.timeMs)),
    openSequences: opened.map(({ quote }) => quote.sequence),
  };
}

function changedValues(positions: readonly ChangedPosition[]) {
  return {
    changedIds: positions.map(({ position }) => position.id),
    takeProfits: positions.map(({ position }) => position.takeProfit),
    stopLosses: positions.map(({ position }) => position.stopLoss),
    closedAt: positions.map(({ position }) => position.closedAt),
    closedRates: positions.map(({ position }) => position.closedRate),
    closingReasons: positions.map(({ position }) => position.closingReason),
    profitsMinor: positions.map(({ position }) => position.profitMinor),
    closedBids: positions.map(({ quote }) => quote?.bid ?? null),
    closedAsks: positions.map(({ quote }) => quote?.ask ?? null),
    closedQuotesAt: positions.map(({ quote }) => (quote ? new Date(quote.timeMs) : null)),
    closedSequences: positions.map(({ quote }) => quote?.sequence ?? null),
    closedAfterJump: positions.map(({ quote }) => quote?.confirmsJump ?? false),
  };
}
