import type { TransactionDetails } from '../../../lib/contract/payments/payment-entities.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { transactionGroupOf, typeIds } from '../../../lib/transactions/transaction-types.ts';
import { transactionView } from '../../transactions/transaction-view.ts';
import { isDepositCancellable } from '../rules/decide-payment.ts';
import { decideStep } from '../rules/decide-withdrawal.ts';
import type { TransactionDetailsRow } from './transaction-details-rows.ts';

/** The contract's transaction with its steps. Money in major units. */
export function transactionDetailsView(row: TransactionDetailsRow): TransactionDetails {
  const { comments, provider, paymentState, askedMinor, amountMinor, steps } = row;
  return {
    ...transactionView(row),
    asked_amount: askedMinor === null || askedMinor === amountMinor ? null : toMajor(askedMinor),
    provider,
    started: paymentState === 'started' ? 1 : 0,
    comments,
    steps: steps.map(({ step, at }) => ({ step, at: new Date(at).toISOString() })),
    cancellable: isCancellable(row) ? 1 : 0,
    // Of one that was credited an operator may still look at what came after: its customer has the money.
    checked_by_hand: row.paymentState === 'differs' && row.status !== 'approved' ? 1 : 0,
    // What was said of an earlier step need not be true any more: what was declined may have come after all.
    reason: steps.at(-1)?.reason ?? null,
  };
}

function isCancellable({ typeId, status, paymentState, steps }: TransactionDetailsRow): boolean {
  if (status !== 'pending') return false;
  if (transactionGroupOf(typeId) === 'deposits') {
    return paymentState !== null && isDepositCancellable({ status, state: paymentState });
  }
  return typeId === typeIds.withdrawal && decideStep({ status, steps: steps.map(({ step }) => step) }, 'cancelled').ok;
}
