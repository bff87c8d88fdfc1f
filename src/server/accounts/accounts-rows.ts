import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { DocumentState } from '../db/schema/accounts.ts';

export type { DocumentState };

/** A customer's account as its owner sees it. Balances are not included: they belong to trading. */
export interface AccountRow {
  id: number;
  token: string;
  uniqid: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  /** ISO 8601 date. */
  birthDate: string | null;
  countryId: number | null;
  state: string | null;
  city: string | null;
  street: string | null;
  zipCode: string | null;
  pin: string | null;
  level: string | null;
  verified: boolean;
  autoTrading: boolean;
  customLeverage: Record<string, number[]> | null;
  categoryIds: number[];
  documents: Record<string, DocumentState>;
  /** Null: switched off. */
  secondFactorSince: Date | null;
  /** Whether a deposit was credited and stands. */
  hasDeposit: boolean;
  /** Whether a position was ever opened. */
  hasTraded: boolean;
  createdAt: Date;
}

export interface AccountCredentials {
  id: number;
  passwordHash: string;
}

const accountColumns = `
  id, token::text, uniqid, email, first_name as "firstName", last_name as "lastName", phone,
  birth_date::text as "birthDate", country_id as "countryId", state, city, street, zip_code as "zipCode", pin, level,
  verified, auto_trading as "autoTrading", custom_leverage as "customLeverage", category_ids as "categoryIds",
  documents, factor_enabled_at as "secondFactorSince", first_deposit_at is not null as "hasDeposit",
  coalesce(open_positions > 0 or exists (
    select 1 from positions p where p.account_id = accounts.id and p.closed_at is not null
  ), false) as "hasTraded", created_at as "createdAt"`;

const accountLoad = statement('account-load', `select ${accountColumns} from accounts where id = :id`);

export async function loadAccount(queries: Queries, id: number): Promise<AccountRow | undefined> {
  return (await accountLoad.first(queries, { id })) ?? undefined;
}

const accountLockAutoTrading = statement(
  'account-lock-auto-trading',
  `select auto_trading as "isOn", auto_consented_to as "consentedTo", auto_consented_at as "consentedAt",
     balance_minor as "balanceMinor" from accounts where id = :id for no key update`,
);

export interface AutoTradingState {
  isOn: boolean;
  /** The version of the rule that the customer last agreed to; null: to none. */
  consentedTo: string | null;
  consentedAt: Date | null;
  balanceMinor: number;
}

/** Null if there is no such account. The row is locked until the database transaction ends. */
export function lockAutoTrading(queries: Queries, id: number): Promise<AutoTradingState | null> {
  return accountLockAutoTrading.first(queries, { id });
}

const accountAutoTrading = statement(
  'account-auto-trading',
  `update accounts set auto_trading = :isOn, auto_consented_to = :consentedTo?, auto_consented_at = :consentedAt?
   where id = :id returning ${accountColumns}`,
);

/**
 * Returns the updated account. Waits up to `lock_timeout` for the row's lock, so a trade being decided sees either the
 * old or the new state.
 */
export async function updateAutoTrading(
  queries: Queries,
  id: number,
  { isOn, consentedTo, consentedAt }: Omit<AutoTradingState, 'balanceMinor'>,
): Promise<AccountRow | undefined> {
  return (await accountAutoTrading.first(queries, { id, isOn, consentedTo, consentedAt })) ?? undefined;
}

const accountCredentials = statement(
  'account-credentials',
  'select id, password_hash as "passwordHash" from accounts where email = :email',
);

/** `email` in lower case, as it is stored. */
export async function loadCredentials(queries: Queries, email: string): Promise<AccountCredentials | undefined> {
  return (await accountCredentials.first(queries, { email })) ?? undefined;
}

const accountHoldPassword = statement(
  'account-hold-password',
  'select 1 from accounts where id = :id and password_hash = :passwordHash for share',
);

/**
 * Whether this is still the hash of the password. If so, the password cannot change until the database transaction
 * ends.
 */
export async function holdPassword(queries: Queries, id: number, passwordHash: string): Promise<boolean> {
  return (await accountHoldPassword.first(queries, { id, passwordHash })) !== null;
}

const accountHoldBlocked = statement(
  'account-hold-blocked',
  'select blocked_at is not null as "isBlocked" from accounts where id = :id for share',
);

/**
 * Whether the account is blocked. The row is locked until the database transaction ends: an operator who blocks the
 * account meanwhile waits, and then sees what the transaction did.
 */
export async function holdBlocked(queries: Queries, id: number): Promise<boolean> {
  return (await accountHoldBlocked.first(queries, { id }))?.isBlocked ?? false;
}
