import type { Direction } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const autoAccounts = statement(
  'auto-accounts',
  `select id, blocked_at is not null as "isBlocked" from accounts
   where auto_trading and (:among?::bigint[] is null or id = any(:among?::bigint[]))`,
  { planned: 'afresh' },
);

export interface AutoAccount {
  id: number;
  /** Whether an operator has blocked the account. */
  isBlocked: boolean;
}

/** Loads those of the given accounts that have auto trading on, or all that have it on if `among` is null. */
export function loadAutoAccounts(queries: Queries, among: readonly number[] | null): Promise<AutoAccount[]> {
  return autoAccounts.rows(queries, { among });
}

/** A position that auto trading opened. */
export interface AutoPosition {
  id: string;
  accountId: number;
  direction: Direction;
  isOpen: boolean;
}

// Two selects, so each can use its own index.
const autoPositions = statement(
  'auto-positions',
  `select id, account_id as "accountId", direction, true as "isOpen" from positions
   where account_id = any(:accountIds::bigint[]) and symbol = :symbol and auto and closed_at is null
   union all
   select id, account_id, direction, false from positions
   where account_id = any(:accountIds::bigint[]) and symbol = :symbol and auto and closed_at >= :since and opened_at >= :since`,
  { planned: 'afresh' },
);

export interface AutoPositionsRange {
  accountIds: readonly number[];
  symbol: string;
  /** Closed positions are included only if they were opened since then. */
  since: Date;
}

/**
 * Loads the auto positions of accounts in one symbol: all open ones, and those both opened and closed since `since`.
 */
export function loadAutoPositions(queries: Queries, range: AutoPositionsRange): Promise<AutoPosition[]> {
  return autoPositions.rows(queries, range);
}
