import type { Queries } from '../../db/database.ts';
import { isOpened } from '../transactions/transaction-rows.ts';

export interface OpenDeposit {
  begunAt: Date;
  /** Whether its provider is asked about it, so that it comes to its end by itself. */
  isAsked: boolean;
}

/**
 * The deposits of an account that wait with a provider, the oldest first: those that it is asked about or reports on, if
 * they are younger than `since`, and those on which it never reports, until an operator decides or their customer calls
 * them off.
 */
export async function listOpenDeposits(
  queries: Queries,
  { accountId, since }: { accountId: number; since: Date },
): Promise<OpenDeposit[]> {
  const { rows } = await queries.query<OpenDeposit>({
    name: 'deposits-open',
    text: `select t.created_at as "begunAt", p.ask_at is not null as "isAsked" from transactions t join payments p on p.transaction_id = t.id
      where t.account_id = $1 and p.state = 'started'
        and case when p.ask_at is null then t.status = 'pending' else t.created_at > $2 end
      order by t.created_at`,
    values: [accountId, since],
  });
  return rows;
}

/** A deposit whose customer was led to a page, and of which its provider reported nothing. */
export interface OpenedDeposit {
  transactionId: string;
  provider: string;
  amountMinor: number;
  createdAt: Date;
}

/** Those of an account, newest first. An account has no more than `mostOpenDeposits` of them. */
export async function listOpenedDeposits(queries: Queries, accountId: number): Promise<OpenedDeposit[]> {
  const { rows } = await queries.query<OpenedDeposit>({
    name: 'deposits-opened',
    text: `select t.id::text as "transactionId", p.provider, t.amount_minor as "amountMinor", t.created_at as "createdAt"
      from transactions t join payments p on p.transaction_id = t.id
      where t.account_id = $1 and ${isOpened} order by t.created_at desc, t.id desc`,
    values: [accountId],
  });
  return rows;
}

/** From now on the provider may know of a payment: it is asked about at `askAt`, also where its answer never comes. */
export async function updateBegun(
  queries: Queries,
  { transactionId, at, askAt }: { transactionId: string; at: Date; askAt: Date | null },
): Promise<void> {
  await queries.query({
    name: 'payment-begun',
    text: `update payments set state = 'started', ask_at = coalesce($3, ask_at), updated_at = $2
      where transaction_id = $1 and state = 'created'`,
    values: [transactionId, at, askAt],
  });
}

/** Nobody is led to the page of a payment any more; its address may say who the customer is. */
export async function forgetPage(queries: Queries, transactionId: string): Promise<void> {
  await queries.query({
    name: 'payment-forget-page',
    text: 'update payments set redirect_url = null where transaction_id = $1',
    values: [transactionId],
  });
}
