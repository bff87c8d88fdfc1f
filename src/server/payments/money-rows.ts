import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../db/database.ts';
import type { WithdrawingAccount } from './rules/decide-withdrawal.ts';

const funds = `
  select balance_minor as "balanceMinor", bonus_minor as "bonusMinor", credit_minor as "creditMinor",
    reserved_minor as "reservedMinor", invested_minor as "investedMinor"
  from accounts where id = $1`;

/** What an account has to withdraw from; null where there is none. */
export async function loadFunds(queries: Queries, accountId: number): Promise<WithdrawingAccount | null> {
  const query = { name: 'funds-load', text: funds, values: [accountId] };
  return (await queries.query<WithdrawingAccount>(query)).rows[0] ?? null;
}

/** The account as a withdrawal needs it, locked as the order desk locks it; null where there is none. */
export async function lockFunds(queries: Queries, accountId: number): Promise<WithdrawingAccount | null> {
  const query = { name: 'funds-lock', text: `${funds} for no key update`, values: [accountId] };
  return (await queries.query<WithdrawingAccount>(query)).rows[0] ?? null;
}

export interface NewTransactionRow {
  id: string;
  accountId: number;
  typeId: number;
  status: Transaction['transaction_status'];
  amountMinor: number;
  comments: string | null;
  /** The client's id of the wish. */
  requestId: string | null;
  /** What the customer read when asking for it; none: nobody asked by a page. */
  language?: string | null;
  createdAt: Date;
}

/** False where the account has one of this request already: nothing is written then. */
export async function insertTransaction(queries: Queries, row: NewTransactionRow): Promise<boolean> {
  const { id, accountId, typeId, status, amountMinor, comments, requestId, language = null, createdAt } = row;
  const { rowCount } = await queries.query({
    name: 'transaction-insert',
    text: `insert into transactions (id, account_id, type_id, status, amount_minor, comments, request_id, language, created_at,
        updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (account_id, request_id) do nothing`,
    values: [id, accountId, typeId, status, amountMinor, comments, requestId, language, createdAt],
  });
  return rowCount === 1;
}

/** What a request began, or wishes to begin. */
export interface RequestedTransaction {
  /** The transaction type. */
  typeId: number;
  /** Minor units; below zero where money goes out. */
  amountMinor: number;
  /** Whom a deposit is paid by; null for a withdrawal. */
  provider: string | null;
}

/** The transaction that a request of the account began, with the amount that it asked for; null where it began none. */
export async function transactionOfRequest(
  queries: Queries,
  { accountId, requestId }: { accountId: number; requestId: string },
): Promise<(RequestedTransaction & { id: string }) | null> {
  const { rows } = await queries.query<RequestedTransaction & { id: string }>({
    name: 'transaction-of-request',
    text: `select t.id::text, t.type_id as "typeId", coalesce(p.amount_minor, t.amount_minor) as "amountMinor", p.provider
      from transactions t left join payments p on p.transaction_id = t.id where t.account_id = $1 and t.request_id = $2`,
    values: [accountId, requestId],
  });
  return rows[0] ?? null;
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

/**
 * A transaction with its steps, its row locked: null where there is none. Whoever moves money locks the account first, and so
 * asks for the account of the transaction before.
 */
export async function lockTransaction(queries: Queries, id: string): Promise<HeldTransaction | null> {
  const { rows } = await queries.query<HeldTransaction>({
    name: 'transaction-lock',
    text: `select t.id::text, t.account_id as "accountId", t.type_id as "typeId", t.status, t.amount_minor as "amountMinor", t.language,
        coalesce((select array_agg(s.step order by s.at) from transaction_steps s where s.transaction_id = t.id), '{}') as steps
      from transactions t where t.id = $1 for update of t`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function accountOfTransaction(queries: Queries, id: string): Promise<number | null> {
  const { rows } = await queries.query<{ accountId: number }>({
    name: 'transaction-account',
    text: 'select account_id as "accountId" from transactions where id = $1',
    values: [id],
  });
  return rows[0]?.accountId ?? null;
}

export async function updateStatus(
  queries: Queries,
  { id, status, at }: { id: string; status: Transaction['transaction_status']; at: Date },
): Promise<void> {
  await queries.query({
    name: 'transaction-status',
    text: 'update transactions set status = $2, updated_at = $3 where id = $1',
    values: [id, status, at],
  });
}

export interface NewStep {
  transactionId: string;
  step: TransactionStep;
  at: Date;
  byOperator?: string;
  reason?: string | undefined;
}

export async function insertStep(
  queries: Queries,
  { transactionId, step, at, byOperator, reason }: NewStep,
): Promise<void> {
  await queries.query({
    name: 'transaction-step',
    text: `insert into transaction_steps (transaction_id, step, at, by_operator, reason) values ($1, $2, $3, $4, $5)`,
    values: [transactionId, step, at, byOperator ?? null, reason ?? null],
  });
}
