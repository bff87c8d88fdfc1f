import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
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

/** The funds of an account for withdrawals, locked as the order desk locks it; null if there is no such account. */
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
  /** The customer's language; absent if nobody asked on a page. */
  language?: string | null;
  createdAt: Date;
}

const insert = statement(
  'transaction-insert',
  `insert into transactions (id, account_id, type_id, status, amount_minor, comments, request_id, language, created_at, updated_at)
   values (:id, :accountId, :typeId, :status, :amountMinor, :comments?, :requestId?, :language?, :createdAt, :createdAt)
   on conflict (account_id, request_id) do nothing`,
);

/** False if the account already has a transaction of this request; then nothing is written. */
export async function insertTransaction(queries: Queries, row: NewTransactionRow): Promise<boolean> {
  return (await insert.write(queries, { ...row, language: row.language ?? null })) === 1;
}

/** A request for a deposit or withdrawal, earlier or new. */
export interface RequestedTransaction {
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

/** The transaction that a request of the account began, with the requested amount; null if it began none. */
export function transactionOfRequest(
  queries: Queries,
  request: { accountId: number; requestId: string },
): Promise<(RequestedTransaction & { id: string }) | null> {
  return findByRequest.first(queries, request);
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
 * A transaction with its steps, its row locked; null if there is none. To move money, lock the account first, which
 * means looking up the account of the transaction before.
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
