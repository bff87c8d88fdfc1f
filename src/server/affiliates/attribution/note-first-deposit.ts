import { transactionGroupOf } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { takeBackDelivery } from '../postbacks/deliveries-rows.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import { firstStandingDeposit } from '../../../lib/transactions/first-standing-deposit.ts';
import type { MarkedDeposit } from './attribution-rows.ts';
import { loadDepositMoves, markFirstDeposit, replaceFirstDeposit } from './attribution-rows.ts';

export interface MovedMoney {
  accountId: number;
  /** The transaction type: what is no deposit is left alone. */
  typeId: number;
  /** Below zero: a deposit is taken back. */
  amountMinor: number;
  at: Date;
}

type TellingRuntime = Pick<Runtime, 'now' | 'newId'>;

/**
 * Notes what was credited to an account as its first deposit, if it is, and tells the affiliate's server of it where it
 * counts. Where the first was taken back whole, the next that stands is the first from then on, and a postback that was
 * not taken yet is not sent. In the database transaction that moves the money, under the lock of the account: however
 * many are credited at once, one is the first. Safe to repeat.
 */
export async function noteFirstDeposit(
  queries: Queries,
  runtime: TellingRuntime,
  { accountId, typeId, amountMinor, at }: MovedMoney,
): Promise<void> {
  if (transactionGroupOf(typeId) !== 'deposits') return;
  if (amountMinor < 0) return reviseFirstDeposit(queries, runtime, accountId);
  const marked = await markFirstDeposit(queries, { accountId, amountMinor, at });
  if (marked) await tellOfDeposit(queries, runtime, marked);
}

async function reviseFirstDeposit(queries: Queries, runtime: TellingRuntime, accountId: number): Promise<void> {
  const first = firstStandingDeposit(await loadDepositMoves(queries, accountId));
  const marked = await replaceFirstDeposit(queries, accountId, first);
  if (!marked) return;
  await takeBackDelivery(queries, { accountId, event: 'first_deposit' });
  if (first) await tellOfDeposit(queries, runtime, marked);
}

async function tellOfDeposit(
  queries: Queries,
  runtime: TellingRuntime,
  { affiliateId, isTold, ...account }: MarkedDeposit,
): Promise<void> {
  if (isTold && affiliateId !== null)
    await tellOfAccount(queries, runtime, 'first_deposit', { ...account, affiliateId });
}
