import type { Queries } from '../db/database.ts';
import { ledgerInserts, ledgerParameterCount, ledgerValues } from '../ledger/ledger-writer.ts';
import type { DeskChanges, LockedAccount } from './decide-commands.ts';
import type { PositionRow } from './position-rows.ts';
import { positionColumns } from './position-rows.ts';

// "No key": the foreign keys of other tables look at an account by a key share lock, which must not count as somebody
// trading for it. In the order of ids, so that two who lock several cannot wait for each other in a circle.
const lockStatement = `
  select id, balance_minor as "balanceMinor", invested_minor as "investedMinor", verified,
    category_ids as "categoryIds", custom_leverage as "customLeverage"
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

/** PostgreSQL's code of a wait for a lock that took longer than `lock_timeout`. */
const lockNotAvailable = '55P03';

export function isLockTimeout(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === lockNotAvailable;
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

const closedFrom = 10;
const ledgerFrom = closedFrom + 5;
const accountsFrom = ledgerFrom + ledgerParameterCount;

const writeStatement = `
  with opened as (
    insert into positions (opened_at, id, account_id, symbol, direction, amount_minor, leverage, open_rate, request_id)
    select $1::timestamptz, o.* from unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::integer[],
      $8::float8[], $9::uuid[]) as o
  ),
  closed as (
    update positions p
    set closed_at = $${closedFrom}::timestamptz, closed_rate = c.rate, closing_reason = c.reason, profit_minor = c.profit
    from unnest($${closedFrom + 1}::uuid[], $${closedFrom + 2}::float8[], $${closedFrom + 3}::smallint[],
      $${closedFrom + 4}::bigint[]) as c (id, rate, reason, profit)
    where p.id = c.id
  ),
  ${ledgerInserts(ledgerFrom)}
  update accounts a set balance_minor = s.balance, invested_minor = s.invested
  from unnest($${accountsFrom}::bigint[], $${accountsFrom + 1}::bigint[], $${accountsFrom + 2}::bigint[])
    as s (id, balance, invested)
  where a.id = s.id`;

/** Writes all changes of a run in one statement. The rows of their accounts are locked by this transaction. */
export async function writeChanges(queries: Queries, changes: DeskChanges, now: Date): Promise<void> {
  const { opened, closed, entries } = changes;
  const accounts = [...changes.accounts];
  await queries.query({
    name: 'desk-write',
    text: writeStatement,
    values: [
      now,
      opened.map(({ id }) => id),
      opened.map(({ accountId }) => accountId),
      opened.map(({ symbol }) => symbol),
      opened.map(({ direction }) => direction),
      opened.map(({ amountMinor }) => amountMinor),
      opened.map(({ leverage }) => leverage),
      opened.map(({ openRate }) => openRate),
      opened.map(({ requestId }) => requestId),
      now,
      closed.map(({ id }) => id),
      closed.map(({ closedRate }) => closedRate),
      closed.map(({ closingReason }) => closingReason),
      closed.map(({ profitMinor }) => profitMinor),
      ...ledgerValues(entries),
      accounts.map(({ id }) => id),
      accounts.map(({ balanceMinor }) => balanceMinor),
      accounts.map(({ investedMinor }) => investedMinor),
    ],
  });
}

/** What a run of orders sends between begin and commit, in this order; benches send the same. */
export const deskStatements = [lockFreeStatement, loadStatement, writeStatement] as const;
