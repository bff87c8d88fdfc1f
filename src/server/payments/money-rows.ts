import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { GivenBonus } from './rules/decide-release.ts';
import type { WithdrawingAccount } from './rules/decide-withdrawal.ts';

const funds = `
  select balance_minor as "balanceMinor", bonus_minor as "bonusMinor", credit_minor as "creditMinor",
    reserved_minor as "reservedMinor", invested_minor as "investedMinor"
  from accounts where id = :accountId`;

const load = statement('funds-load', funds);

/** The funds of an account for withdrawals; null if there is no such account. */
export function loadFunds(queries: Queries, accountId: number): Promise<WithdrawingAccount | null> {
  return load.first(queries, { accountId });
}

const lock = statement('funds-lock', `${funds} for no key update`);

/**
 * The funds of an account for withdrawals, with its row locked in the same way as by the order desk; null if there is
 * no such account.
 */
export function lockFunds(queries: Queries, accountId: number): Promise<WithdrawingAccount | null> {
  return lock.first(queries, { accountId });
}

export interface NewTransactionRow {
  id: string;
  accountId: number;
  typeId: number;
  status: Transaction['transaction_status'];
  amountMinor: number;
  comments: string | null;
  /** The client's id of the request. */
  requestId: string | null;
  /** The customer's language; absent if the transaction was not requested on a page. */
  language?: string | null;
  createdAt: Date;
}

const insert = statement(
  'transaction-insert',
  `insert into transactions (id, account_id, type_id, status, amount_minor, comments, request_id, language, created_at, updated_at)
   values (:id, :accountId, :typeId, :status, :amountMinor, :comments?, :requestId?, :language?, :createdAt, :createdAt)
   on conflict (account_id, request_id) do nothing`,
);

/** Returns false, and writes nothing, if the account already has a transaction of this request. */
export async function insertTransaction(queries: Queries, row: NewTransactionRow): Promise<boolean> {
  return (await insert.write(queries, { ...row, language: row.language ?? null })) === 1;
}

/** A request for a deposit or withdrawal, earlier or new. */
interface RequestedTransaction {
  /** The transaction type. */
  typeId: number;
  /** Minor units; below zero if money goes out. */
  amountMinor: number;
  /** The provider of a deposit; null for a withdrawal. */
  provider: string | null;
}

const findByRequest = statement(
  'transaction-of-request',
  `select t.id, t.type_id as "typeId", coalesce(p.amount_minor, t.amount_minor) as "amountMinor", p.provider
   from transactions t left join payments p on p.transaction_id = t.id
   where t.account_id = :accountId and t.request_id = :requestId`,
);

/** The transaction that a request of the account created, with the requested amount; null if it created none. */
function transactionOfRequest(
  queries: Queries,
  request: { accountId: number; requestId: string },
): Promise<(RequestedTransaction & { id: string }) | null> {
  return findByRequest.first(queries, request);
}

export interface RepeatableRequest extends RequestedTransaction {
  accountId: number;
  /** The client's id of the request; null: repeats cannot be recognised. */
  requestId: string | null;
}

/**
 * Returns the transaction that an earlier request with the same `request_id` created; null if there was none. Problem:
 * VALIDATION with `request_id` if the earlier request differs from this one.
 */
export async function findRepeat(
  queries: Queries,
  { accountId, requestId, ...input }: RepeatableRequest,
): Promise<Result<{ transactionId: string }> | null> {
  const first = requestId === null ? null : await transactionOfRequest(queries, { accountId, requestId });
  return first && decideRepeat(first, input);
}

function decideRepeat(
  first: RequestedTransaction & { id: string },
  input: RequestedTransaction,
): Result<{ transactionId: string }> {
  const isSame = first.typeId === input.typeId && first.amountMinor === input.amountMinor;
  if (isSame && first.provider === input.provider) return { ok: true, transactionId: first.id };
  return refuse('VALIDATION', { fields: { request_id: 'Another transaction already has this request_id' } });
}

export interface HeldTransaction {
  id: string;
  accountId: number;
  typeId: number;
  status: Transaction['transaction_status'];
  amountMinor: number;
  /** See `NewTransactionRow`. */
  language: string | null;
  steps: TransactionStep[];
}

const hold = statement(
  'transaction-lock',
  `select t.id, t.account_id as "accountId", t.type_id as "typeId", t.status, t.amount_minor as "amountMinor", t.language,
     (select array_agg(s.step order by s.at) from transaction_steps s where s.transaction_id = t.id) as steps
   from transactions t where t.id = :id for update of t`,
);

/**
 * Locks the row of a transaction and returns it with its steps; null if there is none. To move money, lock the account
 * first; `accountOfTransaction` returns its id.
 */
export async function lockTransaction(queries: Queries, id: string): Promise<HeldTransaction | null> {
  const row = await hold.first(queries, { id });
  return row && { ...row, steps: row.steps ?? [] };
}

const findAccount = statement(
  'transaction-account',
  'select account_id as "accountId" from transactions where id = :id',
);

export async function accountOfTransaction(queries: Queries, id: string): Promise<number | null> {
  return (await findAccount.first(queries, { id }))?.accountId ?? null;
}

const changeStatus = statement(
  'transaction-status',
  'update transactions set status = :status, updated_at = :at where id = :id',
);

export async function updateStatus(
  queries: Queries,
  change: { id: string; status: Transaction['transaction_status']; at: Date },
): Promise<void> {
  await changeStatus.write(queries, change);
}

export interface NewStep {
  transactionId: string;
  step: TransactionStep;
  at: Date;
  byOperator?: string;
  reason?: string | undefined;
}

const addStep = statement(
  'transaction-step',
  `insert into transaction_steps (transaction_id, step, at, by_operator, reason)
   values (:transactionId, :step, :at, :byOperator?, :reason?)`,
);

export async function insertStep(queries: Queries, { byOperator, reason, ...step }: NewStep): Promise<void> {
  await addStep.write(queries, { ...step, byOperator: byOperator ?? null, reason: reason ?? null });
}

const changeAmount = statement(
  'transaction-amount',
  'update transactions set amount_minor = :amountMinor where id = :transactionId',
);

/**
 * Replaces the requested amount of a deposit with the amount that arrived; its payment keeps the requested one. The
 * caller holds the lock on its row.
 */
export async function updateAmount(
  queries: Queries,
  change: { transactionId: string; amountMinor: number },
): Promise<void> {
  await changeAmount.write(queries, change);
}

const findParty = statement(
  'payout-party',
  `select p.party from ledger_entries e join ledger_postings p on p.entry_id = e.id
   where e.business_key = 'withdrawal-sent:' || :transactionId::text and p.book = 'provider'`,
);

/** The party that paid out a withdrawal. */
export async function partyOfPayout(queries: Queries, transactionId: string): Promise<string> {
  return (await findParty.first(queries, { transactionId }))?.party ?? 'bank';
}

const findLanguage = statement(
  'transaction-last-language',
  `select language from transactions where account_id = :accountId and language is not null
   order by created_at desc limit 1`,
);

/** The language in which the customer last requested a deposit or withdrawal on a page; null if they never did. */
export async function lastLanguage(queries: Queries, accountId: number): Promise<string | null> {
  return (await findLanguage.first(queries, { accountId }))?.language ?? null;
}

const given = statement(
  'bonuses-given',
  `with given as (
     select t.id, t.amount_minor, e.recorded_at, lead(e.recorded_at) over (order by e.recorded_at, t.id) as next_at
     from transactions t join ledger_entries e on e.business_key = 'bonus:' || t.id
     where t.account_id = :accountId and t.type_id in (${typeIds.bonus}, ${typeIds.bonusCorrection}) and t.status = 'approved'
   )
   select g.id as "transactionId", g.amount_minor as "amountMinor",
     exists (select from ledger_entries r where r.business_key = 'bonus-released:' || g.id) as "isReleased",
     coalesce((
       select sum(p.amount_minor * p.leverage) from positions p
       where p.account_id = :accountId and p.closed_at >= g.recorded_at and (g.next_at is null or p.closed_at < g.next_at)
     ), 0)::bigint as "volumeMinor"
   from given g order by g.recorded_at, g.id`,
);

/**
 * The approved bonuses of an account and their corrections, oldest first, each with the volume traded until the next
 * one.
 */
export function loadGivenBonuses(queries: Queries, accountId: number): Promise<GivenBonus[]> {
  return given.rows(queries, { accountId });
}
