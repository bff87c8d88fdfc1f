import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import { insertStep, lockFunds, updateStatus } from './money-rows.ts';
import { forgetPage, loadPayment, lockPayment } from './payment-rows.ts';
import { isDepositCancellable } from './rules/decide-payment.ts';
import type { StepParts } from './step-withdrawal.ts';
import { stepWithdrawal } from './step-withdrawal.ts';

export interface CancelParts extends StepParts {
  database: Database;
}

export interface CancelRequest {
  accountId: number;
  transactionId: string;
  origin: RequestOrigin;
}

/**
 * Cancels a withdrawal that is not approved yet, or a deposit that is not paid yet. A deposit is only cancelled on our
 * side: if its customer pays after all, the money is credited. A repeat changes nothing. Problems: NOT_FOUND (also if
 * it belongs to another account); TRANSACTION_CLOSED; UNAVAILABLE if the account stays locked by others.
 */
export async function cancelTransaction(parts: CancelParts, request: CancelRequest): Promise<Result> {
  const { accountId, transactionId, origin } = request;
  const payment = await loadPayment(parts.database, transactionId);
  if (payment === null) {
    return stepWithdrawal(parts, { transactionId, step: 'cancelled', actor: 'customer', accountId, origin });
  }
  if (payment.accountId !== accountId) return refuse('NOT_FOUND');
  const cancelled = parts.database.transaction(
    (connection) => cancelDeposit(connection, parts, request),
    longestLockWait,
  );
  const result = await orUnavailable(cancelled);
  if (result.ok) parts.moneyMoved(accountId);
  return result;
}

async function cancelDeposit(
  connection: Queries,
  { runtime }: CancelParts,
  { accountId, transactionId, origin }: CancelRequest,
): Promise<Result> {
  await lockFunds(connection, accountId);
  const payment = await lockPayment(connection, transactionId);
  if (!payment) return refuse('NOT_FOUND');
  if (payment.status === 'cancelled') return { ok: true };
  if (!isDepositCancellable(payment)) return refuse('TRANSACTION_CLOSED');
  const at = new Date(runtime.now());
  // The payment keeps its state at the provider: it is still polled, and credited if the customer pays after all.
  await updateStatus(connection, { id: transactionId, status: 'cancelled', at });
  await forgetPage(connection, transactionId);
  await insertStep(connection, { transactionId, step: 'cancelled', at });
  const details = { transaction: transactionId, provider: payment.provider };
  const record = { id: runtime.newId(), at, event: 'deposit_cancelled', actor: 'customer' } as const;
  await writeAudit(connection, { ...record, accountId, origin, details });
  return { ok: true };
}
