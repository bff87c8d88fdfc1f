import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { isOpened } from '../transactions/transaction-rows.ts';

export interface OpenDeposit {
  begunAt: Date;
  /** Whether its provider is asked about it, so that it comes to its end by itself. */
  isAsked: boolean;
}

const open = statement(
  'deposits-open',
  `select t.created_at as "begunAt", p.ask_at is not null as "isAsked"
   from transactions t join payments p on p.transaction_id = t.id
   where t.account_id = :accountId and p.state = 'started'
     and case when p.ask_at is null then t.status = 'pending' else t.created_at > :since end
   order by t.created_at`,
);

/**
 * The deposits of an account that wait with a provider, the oldest first: those that it is asked about or reports on,
 * if they are younger than `since`, and those on which it never reports, until an operator decides or their customer
 * calls them off.
 */
export function listOpenDeposits(queries: Queries, wanted: { accountId: number; since: Date }): Promise<OpenDeposit[]> {
  return open.rows(queries, wanted);
}

/** A deposit whose customer was led to a page, and of which its provider reported nothing. */
export interface OpenedDeposit {
  transactionId: string;
  provider: string;
  amountMinor: number;
  createdAt: Date;
}

const opened = statement(
  'deposits-opened',
  `select t.id as "transactionId", p.provider, t.amount_minor as "amountMinor", t.created_at as "createdAt"
   from transactions t join payments p on p.transaction_id = t.id
   where t.account_id = :accountId and ${isOpened} order by t.created_at desc, t.id desc`,
);

/** Those of an account, newest first. An account has no more than `mostOpenDeposits` of them. */
export function listOpenedDeposits(queries: Queries, accountId: number): Promise<OpenedDeposit[]> {
  return opened.rows(queries, { accountId });
}

const begin = statement(
  'payment-begun',
  `update payments set state = 'started', ask_at = coalesce(:askAt?, ask_at), updated_at = :at
   where transaction_id = :transactionId and state = 'created'`,
);

/** From now on the provider may know of a payment: it is asked about at `askAt`, also where its answer never comes. */
export async function updateBegun(
  queries: Queries,
  begun: { transactionId: string; at: Date; askAt: Date | null },
): Promise<void> {
  await begin.write(queries, begun);
}

const forget = statement(
  'payment-forget-page',
  'update payments set redirect_url = null where transaction_id = :transactionId',
);

/** Nobody is led to the page of a payment any more; its address may say who the customer is. */
export async function forgetPage(queries: Queries, transactionId: string): Promise<void> {
  await forget.write(queries, { transactionId });
}
