import type { Direction } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';

const selectAutoAccounts = `
  select id, blocked_at is not null as "isBlocked" from accounts
  where auto_trading and ($1::bigint[] is null or id = any($1::bigint[]))`;

export interface AutoAccount {
  id: number;
  /** An operator keeps its owner out. */
  isBlocked: boolean;
}

/** Which of the accounts have auto trading on; null asks for all that have it. */
export async function loadAutoAccounts(queries: Queries, among: readonly number[] | null): Promise<AutoAccount[]> {
  return (await queries.query<AutoAccount>(selectAutoAccounts, [among])).rows;
}

/** A position that auto trading opened. */
export interface AutoPosition {
  id: string;
  accountId: number;
  direction: Direction;
  isOpen: boolean;
}

// Two parts, so that each goes by its own index.
const selectAutoPositions = `
  select id, account_id as "accountId", direction, true as "isOpen" from positions
  where account_id = any($1::bigint[]) and symbol = $2 and auto and closed_at is null
  union all
  select id, account_id, direction, false from positions
  where account_id = any($1::bigint[]) and symbol = $2 and auto and closed_at >= $3 and opened_at >= $3`;

export interface AutoPositionsRange {
  accountIds: readonly number[];
  symbol: string;
  /** Closed ones that were opened from then on. */
  since: Date;
}

/** The auto positions of accounts in one symbol: those that are open, and those opened and closed since an instant. */
export async function loadAutoPositions(queries: Queries, range: AutoPositionsRange): Promise<AutoPosition[]> {
  const values = [range.accountIds, range.symbol, range.since];
  const { rows } = await queries.query<AutoPosition>(selectAutoPositions, values);
  return rows;
}
