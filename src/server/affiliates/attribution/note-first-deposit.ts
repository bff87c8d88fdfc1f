import { transactionGroupOf } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import { markFirstDeposit } from './attribution-rows.ts';

export interface CreditedMoney {
  accountId: number;
  /** The transaction type: what is no deposit is left alone. */
  typeId: number;
  /** What was taken is left alone too. */
  amountMinor: number;
  at: Date;
}

/**
 * Notes what was credited to an account as its first deposit, if it is, and tells the affiliate's server of it where it counts. In the
 * database transaction that credits it, under the lock of the account: however many are credited at once, one is the first. Safe to repeat.
 */
export async function noteFirstDeposit(
  queries: Queries,
  runtime: Pick<Runtime, 'now' | 'newId'>,
  { accountId, typeId, amountMinor, at }: CreditedMoney,
): Promise<void> {
  if (transactionGroupOf(typeId) !== 'deposits' || amountMinor <= 0) return;
  const marked = await markFirstDeposit(queries, { accountId, amountMinor, at });
  if (!marked?.isTold || marked.affiliateId === null) return;
  await tellOfAccount(queries, runtime, 'first_deposit', { ...marked, affiliateId: marked.affiliateId });
}
