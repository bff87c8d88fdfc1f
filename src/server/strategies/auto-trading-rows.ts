import type { Direction } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const autoAccounts = statement(
  'auto-accounts',
  `select id, blocked_at is not null as "isBlocked" from accounts
   where auto_trading and auto_consented_to = :version and (:among?::bigint[] is null or id = any(:among?::bigint[]))`,
  { planned: 'afresh' },
);

export interface AutoAccount {
  id: number;
  /** Whether an operator has blocked the account. */
  isBlocked: boolean;
}

/**
 * Loads those of the given accounts, or of all if `among` is null, that have auto trading on and whose customers have
 * agreed to this version of its rule.
 */
export function loadAutoAccounts(
  queries: Queries,
  { version, among }: { version: string; among: readonly number[] | null },
): Promise<AutoAccount[]> {
  return autoAccounts.rows(queries, { version, among });
}

const balances = statement(
  'auto-balances',
  'select id, balance_minor as "balanceMinor" from accounts where id = any(:accountIds::bigint[]) and auto_trading',
);

/** The balances of those of the accounts that have auto trading on. */
export function loadAutoBalances(
  queries: Queries,
  accountIds: readonly number[],
): Promise<{ id: number; balanceMinor: number }[]> {
  return balances.rows(queries, { accountIds });
}

const lockFree = statement(
  'auto-accounts-lock',
  `select id, balance_minor as "balanceMinor" from accounts where id = any(:accountIds::bigint[]) and auto_trading
   order by id for no key update skip locked`,
);

/** Like `loadAutoBalances`, for those accounts that nobody else has locked. They are locked then. */
export function lockAutoAccounts(
  queries: Queries,
  accountIds: readonly number[],
): Promise<{ id: number; balanceMinor: number }[]> {
  return lockFree.rows(queries, { accountIds });
}

const retire = statement(
  'auto-consents-retire',
  `update accounts set auto_trading = false where id = any(array(
     select id from accounts where auto_trading and auto_consented_to is distinct from :version
     order by id limit :most for no key update skip locked))
   returning id`,
  { planned: 'afresh' },
);

/**
 * Switches auto trading off for at most so many accounts that have it on by another version of its rule, or by none;
 * returns their ids. Leaves out those that somebody else has locked.
 */
export async function retireOutdated(
  queries: Queries,
  { version, most }: { version: string; most: number },
): Promise<number[]> {
  return (await retire.rows(queries, { version, most })).map(({ id }) => id);
}

const outdated = statement(
  'auto-consents-outdated',
  `select exists (select 1 from accounts where auto_trading and auto_consented_to is distinct from :version)
     as "isLeft!"`,
  { planned: 'afresh' },
);

/** Whether an account has auto trading on without consent to this version of its rule. */
export async function hasOutdated(queries: Queries, version: string): Promise<boolean> {
  return (await outdated.first(queries, { version }))?.isLeft ?? false;
}

const consent = statement(
  'auto-consent',
  `select auto_consented_to as "consentedTo", auto_consented_at as "consentedAt", balance_minor as "balanceMinor"
   from accounts where id = :accountId`,
);

/** The rule that the customer last agreed to, and the account's balance; null if there is no such account. */
export function loadAutoConsent(
  queries: Queries,
  accountId: number,
): Promise<{ consentedTo: string | null; consentedAt: Date | null; balanceMinor: number } | null> {
  return consent.first(queries, { accountId });
}

const totals = statement(
  'auto-totals',
  `select coalesce(sum(profit_minor), 0)::bigint as "realisedMinor!" from positions
   where account_id = :accountId and auto and closed_at is not null`,
  { planned: 'afresh' },
);

/** The sum of the profits of all positions that auto trading opened and that are closed. */
export async function loadRealised(queries: Queries, accountId: number): Promise<number> {
  return (await totals.first(queries, { accountId }))?.realisedMinor ?? 0;
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
