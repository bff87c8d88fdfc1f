import type { Queries } from '../../db/database.ts';
import { ledgerInserts, ledgerParameterCount, ledgerValues } from '../../ledger/ledger-writer.ts';
import type { PositionRow } from '../position-rows.ts';
import { positionColumns } from '../position-rows.ts';
import type { ChangedPosition, DeskChanges, FilledPosition, LockedAccount } from './desk-state.ts';

// "No key": the foreign keys of other tables look at an account by a key share lock, which must not count as somebody
// trading for it. In the order of ids, so that two who lock several cannot wait for each other in a circle.
const lockStatement = `
  select id, balance_minor as "balanceMinor", bonus_minor as "bonusMinor", credit_minor as "creditMinor",
    reserved_minor as "reservedMinor", invested_minor as "investedMinor", open_positions as "openPositions", verified,
    blocked_at is not null as "isBlocked", auto_trading as "autoTrading", category_ids as "categoryIds", custom_leverage as "customLeverage"
  from accounts where id = any($1::bigint[]) order by id for no key update`;

const lockFreeStatement = `${lockStatement} skip locked`;

/** Locks those of the accounts that nobody else holds; the others are left out. */
export async function lockFreeAccounts(queries: Queries, accountIds: readonly number[]): Promise<LockedAccount[]> {
  const lock = { name: 'desk-lock-free', text: lockFreeStatement, values: [accountIds] };
  return (await queries.query<LockedAccount>(lock)).rows;
}

/** Locks the account; waits while somebody else holds it, at most as long as `lock_timeout` allows. */
export async function lockAccount(queries: Queries, accountId: number): Promise<LockedAccount[]> {
  const lock = { name: 'desk-lock', text: lockStatement, values: [[accountId]] };
  return (await queries.query<LockedAccount>(lock)).rows;
}

const loadStatement = `
  select ${positionColumns} from positions p where p.id = any($1::uuid[])
  union all
  select ${positionColumns} from unnest($2::bigint[], $3::uuid[]) as r (account_id, request_id)
  join positions p on p.account_id = r.account_id and p.request_id = r.request_id`;

export interface PositionKeys {
  ids: string[];
  requests: { accountId: number; requestId: string }[];
}

/** The positions with one of the ids, or opened by one of the requests. */
export async function loadPositions(queries: Queries, { ids, requests }: PositionKeys): Promise<PositionRow[]> {
  if (ids.length === 0 && requests.length === 0) return [];
  const { rows } = await queries.query<PositionRow>({
    name: 'desk-load',
    text: loadStatement,
    values: [ids, requests.map(({ accountId }) => accountId), requests.map(({ requestId }) => requestId)],
  });
  return rows;
}

const findStatement = `
  select p.id, p.account_id as "accountId", p.closed_at is null as "isOpen"
  from unnest($1::bigint[], $2::uuid[]) as w (account_id, id)
  join positions p on p.id = w.id and p.account_id = w.account_id`;

/** Those of the wanted positions that their accounts have, and whether they are open. */
export async function findPositions(
  queries: Queries,
  wanted: readonly { accountId: number; id: string }[],
): Promise<{ id: string; accountId: number; isOpen: boolean }[]> {
  const values = [wanted.map(({ accountId }) => accountId), wanted.map(({ id }) => id)];
  // Without a name, so that it is planned for the size that the table has now.
  return (await queries.query<{ id: string; accountId: number; isOpen: boolean }>(findStatement, values)).rows;
}

const autoStatement = `
  select ${positionColumns} from unnest($1::bigint[], $2::text[]) as s (account_id, symbol)
  join positions p on p.account_id = s.account_id and p.symbol = s.symbol and p.auto and p.closed_at is null`;

/** The open positions that auto trading has of the accounts' symbols. */
export async function loadAutoPositions(
  queries: Queries,
  wanted: readonly { accountId: number; symbol: string }[],
): Promise<PositionRow[]> {
  if (wanted.length === 0) return [];
  const values = [wanted.map(({ accountId }) => accountId), wanted.map(({ symbol }) => symbol)];
  return (await queries.query<PositionRow>({ name: 'desk-load-auto', text: autoStatement, values })).rows;
}

const changedFrom = 18;
const ledgerFrom = changedFrom + 12;
const accountsFrom = ledgerFrom + ledgerParameterCount;
const changed = (offset: number) => `$${changedFrom + offset}`;

const writeStatement = `
  with opened as (
    insert into positions (opened_at, open_feed, id, account_id, symbol, direction, amount_minor, leverage, open_rate, request_id,
      take_profit, stop_loss, auto, open_bid, open_ask, open_quote_at, open_sequence)
    select $1::timestamptz, $2::text, o.* from unnest($3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
      $8::integer[], $9::float8[], $10::uuid[], $11::float8[], $12::float8[], $13::boolean[], $14::float8[], $15::float8[],
      $16::timestamptz[], $17::bigint[]) as o
  ),
  changed as (
    update positions p
    set take_profit = c.take_profit, stop_loss = c.stop_loss, closed_at = c.closed_at, closed_rate = c.rate,
      closing_reason = c.reason, profit_minor = c.profit, closed_bid = c.bid, closed_ask = c.ask, closed_quote_at = c.quote_at,
      closed_sequence = c.sequence, closed_feed = case when c.sequence is not null then $2::text end,
      closed_after_jump = c.after_jump
    from unnest(${changed(0)}::uuid[], ${changed(1)}::float8[], ${changed(2)}::float8[], ${changed(3)}::timestamptz[],
      ${changed(4)}::float8[], ${changed(5)}::smallint[], ${changed(6)}::bigint[], ${changed(7)}::float8[],
      ${changed(8)}::float8[], ${changed(9)}::timestamptz[], ${changed(10)}::bigint[], ${changed(11)}::boolean[])
      as c (id, take_profit, stop_loss, closed_at, rate, reason, profit, bid, ask, quote_at, sequence, after_jump)
    where p.id = c.id
  ),
  ${ledgerInserts(ledgerFrom)}
  update accounts a
  set balance_minor = s.balance, bonus_minor = s.bonus, credit_minor = s.credit, invested_minor = s.invested,
    open_positions = s.open
  from unnest($${accountsFrom}::bigint[], $${accountsFrom + 1}::bigint[], $${accountsFrom + 2}::bigint[],
    $${accountsFrom + 3}::bigint[], $${accountsFrom + 4}::bigint[], $${accountsFrom + 5}::integer[])
    as s (id, balance, bonus, credit, invested, open)
  where a.id = s.id`;

/** When a run is decided, and the feed whose quotes it fills at. */
export interface RunFacts {
  now: Date;
  feedName: string;
}

/** Writes all changes of a run in one statement. The rows of their accounts are locked by this transaction. */
export async function writeChanges(queries: Queries, changes: DeskChanges, { now, feedName }: RunFacts): Promise<void> {
  const accounts = [...changes.accounts];
  await queries.query({
    name: 'desk-write',
    text: writeStatement,
    values: [
      now,
      feedName,
      ...openedValues(changes.opened),
      ...changedValues([...changes.changed.values()]),
      ...ledgerValues(changes.entries),
      accounts.map(({ id }) => id),
      accounts.map(({ balanceMinor }) => balanceMinor),
      accounts.map(({ bonusMinor }) => bonusMinor),
      accounts.map(({ creditMinor }) => creditMinor),
      accounts.map(({ investedMinor }) => investedMinor),
      accounts.map(({ openPositions }) => openPositions),
    ],
  });
}

function openedValues(opened: readonly FilledPosition[]): unknown[] {
  return [
    opened.map(({ position }) => position.id),
    opened.map(({ position }) => position.accountId),
    opened.map(({ position }) => position.symbol),
    opened.map(({ position }) => position.direction),
    opened.map(({ position }) => position.amountMinor),
    opened.map(({ position }) => position.leverage),
    opened.map(({ position }) => position.openRate),
    opened.map(({ position }) => position.requestId),
    opened.map(({ position }) => position.takeProfit),
    opened.map(({ position }) => position.stopLoss),
    opened.map(({ position }) => position.auto),
    opened.map(({ quote }) => quote.bid),
    opened.map(({ quote }) => quote.ask),
    opened.map(({ quote }) => new Date(quote.timeMs)),
    opened.map(({ quote }) => quote.sequence),
  ];
}

function changedValues(positions: readonly ChangedPosition[]): unknown[] {
  return [
    positions.map(({ position }) => position.id),
    positions.map(({ position }) => position.takeProfit),
    positions.map(({ position }) => position.stopLoss),
    positions.map(({ position }) => position.closedAt),
    positions.map(({ position }) => position.closedRate),
    positions.map(({ position }) => position.closingReason),
    positions.map(({ position }) => position.profitMinor),
    positions.map(({ quote }) => quote?.bid ?? null),
    positions.map(({ quote }) => quote?.ask ?? null),
    positions.map(({ quote }) => (quote ? new Date(quote.timeMs) : null)),
    positions.map(({ quote }) => quote?.sequence ?? null),
    positions.map(({ quote }) => quote?.confirmsJump ?? false),
  ];
}
