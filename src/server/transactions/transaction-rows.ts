import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { Queries } from '../db/database.ts';

export interface TransactionRow {
  id: string;
  typeId: number;
  status: Transaction['transaction_status'];
  /** Negative for what leaves the account. */
  amountMinor: number;
  createdAt: Date;
}

/** The most that are listed: years of a customer who pays in daily. */
export const maximumTransactions = 5_000;

/** The transactions of an account, newest first, of one instant always in the same order. */
export async function loadTransactions(queries: Queries, accountId: number): Promise<TransactionRow[]> {
  const { rows } = await queries.query<TransactionRow>({
    name: 'transactions-of-account',
    text: `select id::text, type_id as "typeId", status, amount_minor as "amountMinor", created_at as "createdAt"
      from transactions where account_id = $1 order by created_at desc, id desc limit $2`,
    values: [accountId, maximumTransactions],
  });
  return rows;
}
