import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { isOpened } from '../transactions/transaction-rows.ts';

export interface OpenDeposit {
  begunAt: Date;
  /** Whether its provider is polled, so that the deposit ends by itself. */
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
 * The deposits of an account that wait at a provider, oldest first. Includes those that are polled or reported, if
 * younger than `since`, and those that are never reported, until an operator decides or the customer cancels them.
 */
export function listOpenDeposits(queries: Queries, wanted: { accountId: number; since: Date }): Promise<OpenDeposit[]> {
  return open.rows(queries, wanted);
}

/** A deposit whose customer was sent to a payment page, without any report so far. */
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

/** The opened deposits of an account, newest first; at most `mostOpenDeposits`. */
export function listOpenedDeposits(queries: Queries, accountId: number): Promise<OpenedDeposit[]> {
  return opened.rows(queries, { accountId });
}

const begin = statement(
  'payment-begun',
  `update payments set state = 'started', ask_at = coalesce(:askAt?, ask_at), updated_at = :at
   where transaction_id = :transactionId and state = 'created'`,
);

/**
 * Marks the payment as possibly known to its provider: it is polled at `askAt` even if the provider's answer never
 * arrives.
 */
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

/** Deletes the address of a payment page, which may identify the customer; nobody is sent there any more. */
export async function forgetPage(queries: Queries, transactionId: string): Promise<void> {
  await forget.write(queries, { transactionId });
}
