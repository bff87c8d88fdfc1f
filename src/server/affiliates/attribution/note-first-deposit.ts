import { firstStandingDeposit } from '../../../lib/transactions/first-standing-deposit.ts';
import { transactionGroupOf } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import type { MovedMoney } from '../../payments/inbox/settle-payment.ts';
import type { Runtime } from '../../runtime.ts';
import { withdrawDelivery } from '../postbacks/deliveries-rows.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import type { MarkedDeposit } from './attribution-rows.ts';
import { loadDepositMoves, markFirstDeposit, replaceFirstDeposit } from './attribution-rows.ts';

type TellingRuntime = Pick<Runtime, 'now' | 'newId'>;

/**
 * Records a credited deposit as the account's first if there was none before, and queues its postback to the affiliate
 * if the account counts. Other types of transactions are ignored. If the first deposit is reversed in full, the next
 * one that stands becomes the first, and an undelivered postback is deleted. Call it in the database transaction that
 * moves the money, holding the account's lock, so that exactly one of several parallel credits is the first. Safe to
 * repeat.
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
  await withdrawDelivery(queries, { accountId, event: 'first_deposit' });
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
