import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { transactionTypes } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { DepositMove } from '../../../lib/transactions/first-standing-deposit.ts';
import type { KnownPerson } from '../rules/judge-referral.ts';

/** A referred account, with the data that its affiliate may receive. */
export interface ReferredRow {
  accountId: number;
  /** Null: a customer referred it. */
  affiliateId: number | null;
  uniqid: string;
  sourceTag: string | null;
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  createdAt: Date;
  firstDepositAt: Date | null;
  firstDepositMinor: number | null;
}

export interface NewcomerRow extends ReferredRow, KnownPerson {
  referrerEmail: string;
  referrerPhone: string | null;
}

const referredColumns = `a.id as "accountId", a.referred_by_affiliate_id as "affiliateId", a.uniqid, a.source_tag as "sourceTag",
  a.country_id as "countryId", a.created_at as "createdAt", a.first_deposit_at as "firstDepositAt",
  a.first_deposit_minor as "firstDepositMinor"`;

const newcomerLoad = statement(
  'newcomer-load',
  `select ${referredColumns}, a.email, a.phone, coalesce(f.email, r.email) as "referrerEmail!",
     case when f.id is null then r.phone else f.phone end as "referrerPhone"
   from accounts a left join affiliates f on f.id = a.referred_by_affiliate_id
     left join accounts r on r.id = a.referred_by_account_id
   where a.id = :accountId and coalesce(f.id, r.id) is not null`,
);

/** An account with its referrer; null if nobody referred it. */
export function loadNewcomer(queries: Queries, accountId: number): Promise<NewcomerRow | null> {
  return newcomerLoad.first(queries, { accountId });
}

/** The key of the advisory lock: arbitrary, but the same in every process. */
const personLock = 728_114;

const lockNames = statement(
  'person-lock',
  'select pg_advisory_xact_lock(:personLock, hashtext(name)) from unnest(:names::text[]) as t (name)',
);

/**
 * Locks a person's mailbox and phone number until the database transaction ends: if two accounts of one person sign in
 * for the first time at once, one of them sees that it is the second.
 */
export async function lockPerson(queries: Queries, names: readonly string[]): Promise<void> {
  await lockNames.write(queries, { personLock, names: [...names].sort() });
}

export interface SamePerson {
  accountId: number;
  mailbox: string;
  /** E.164; null if unknown. */
  phone: string | null;
  /** True: the phone number is compared with all accounts; false: only with accounts of the same referrer. */
  isAnyPhone: boolean;
}

const samePerson = statement(
  'same-person',
  String.raw`select 1 from accounts e where e.id <> :accountId and e.entered_at is not null and (
     regexp_replace(e.email, '\+[^@]*@', '@') = :mailbox
     or (e.phone = :phone? and (:isAnyPhone::boolean or exists (select 1 from accounts a where a.id = :accountId
       and (a.referred_by_affiliate_id = e.referred_by_affiliate_id or a.referred_by_account_id = e.referred_by_account_id)))))
   limit 1`,
);

/** Whether another account with the same mailbox or phone number has signed in before. */
export async function hasEarlierAccount(queries: Queries, person: SamePerson): Promise<boolean> {
  const { accountId, mailbox, phone, isAnyPhone } = person;
  return (await samePerson.first(queries, { accountId, mailbox, phone, isAnyPhone })) !== null;
}

const referralFault = statement('referral-fault', 'update accounts set referral_fault = :fault where id = :accountId');

export async function updateReferralFault(queries: Queries, accountId: number, fault: ReferralFault): Promise<void> {
  await referralFault.write(queries, { accountId, fault });
}

const depositTypes = transactionTypes.filter(({ group }) => group === 'deposits').map(({ id }) => id);

export interface FirstDeposit {
  accountId: number;
  amountMinor: number;
  at: Date;
}

export interface MarkedDeposit extends ReferredRow {
  /** Whether the affiliate, if any, may be notified: the owner has signed in, and the account counts. */
  isTold: boolean;
}

const markedColumns = `${referredColumns}, entered_at is not null and referral_fault is null as "isTold"`;

const firstDeposit = statement(
  'first-deposit',
  `update accounts a set first_deposit_at = :at, first_deposit_minor = :amountMinor where id = :accountId and first_deposit_at is null
   returning ${markedColumns}`,
);

/**
 * Stores the first deposit of an account, once; null if it already had one. The caller must hold the lock of the
 * account's row.
 */
export function markFirstDeposit(
  queries: Queries,
  { accountId, amountMinor, at }: FirstDeposit,
): Promise<MarkedDeposit | null> {
  return firstDeposit.first(queries, { accountId, at, amountMinor });
}

const depositMoves = statement(
  'deposit-moves',
  `select t.amount_minor as "amountMinor", coalesce(s.at, t.updated_at) as at
   from transactions t left join transaction_steps s on s.transaction_id = t.id and s.step = 'approved'
     left join ledger_entries e on e.business_key = 'deposit:' || t.id
   where t.account_id = :accountId and t.type_id = any(:depositTypes) and t.status = 'approved'
   order by e.number, 2, t.amount_minor < 0, t.created_at, t.id`,
);

/**
 * All credits and reversals of deposits, in the order of posting rather than by time, because the clock may have been
 * set back.
 */
export function loadDepositMoves(queries: Queries, accountId: number): Promise<DepositMove[]> {
  return depositMoves.rows(queries, { accountId, depositTypes });
}

const firstDepositReplace = statement(
  'first-deposit-replace',
  `update accounts a set first_deposit_at = :at?, first_deposit_minor = :amountMinor?
   where id = :accountId and not coalesce(
     first_deposit_minor = :amountMinor?::bigint and abs(extract(epoch from first_deposit_at - :at?::timestamptz)) < 60,
     first_deposit_at is null and :at?::timestamptz is null)
   returning ${markedColumns}`,
);

/**
 * Replaces the first deposit, or clears it if `first` is null. Returns null if nothing changed: the same amount, less
 * than a minute apart. The caller must hold the lock of the account's row.
 */
export function replaceFirstDeposit(
  queries: Queries,
  accountId: number,
  first: DepositMove | null,
): Promise<MarkedDeposit | null> {
  return firstDepositReplace.first(queries, {
    accountId,
    at: first?.at ?? null,
    amountMinor: first?.amountMinor ?? null,
  });
}
