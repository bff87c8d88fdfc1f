import type { FastifyInstance } from 'fastify';
import { getTransactions } from '../../lib/contract/accounts/account-calls.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { cancelTransaction as cancelCall, getTransaction } from '../../lib/contract/payments/payment-calls.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { toMajor } from '../../lib/money.ts';
import { transactionGroupOf, transactionTypeName, typeIds } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { CancelParts } from './cancel-transaction.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import type { Payments } from './open-payments.ts';
import { isDepositCancellable } from './rules/decide-payment.ts';
import { decideStep } from './rules/decide-withdrawal.ts';
import type { TransactionDetailsRow, TransactionRow } from './transaction-rows.ts';
import { loadTransactionDetails, loadTransactions } from './transaction-rows.ts';

export interface TransactionRoutesOptions extends Pick<CancelParts, 'database' | 'runtime'> {
  sessions: Sessions;
  payments: Pick<Payments, 'moneyMoved' | 'tellOfMoney'>;
}

/** The calls with which customers see and cancel their deposits and withdrawals. */
export function registerTransactionRoutes(app: FastifyInstance, options: TransactionRoutesOptions): void {
  const { database, runtime, sessions, payments } = options;
  const { moneyMoved, tellOfMoney } = payments;

  registerCall(app, getTransactions, { sessions }, async ({ caller }) => {
    const rows = await loadTransactions(database, caller.accountId);
    return { ok: true, data: rows.map(transactionView) };
  });

  registerCall(app, getTransaction, { sessions }, ({ caller: { accountId }, body }) =>
    show(database, { accountId, transactionId: body.transaction_id }),
  );

  registerCall(app, cancelCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const named = { accountId, transactionId: body.transaction_id };
    const parts = { database, runtime, moneyMoved, tellOfMoney };
    const cancelled = await cancelTransaction(parts, { ...named, origin: originOf(request) });
    return cancelled.ok ? show(database, named) : cancelled;
  });
}

async function show(database: Queries, named: Parameters<typeof loadTransactionDetails>[1]) {
  const row = await loadTransactionDetails(database, named);
  return row ? { ok: true as const, data: transactionDetailsView(row) } : refuse('NOT_FOUND');
}

/** A transaction as the contract describes it; money is in major units. */
function transactionView({ id, typeId, status, stage, amountMinor, createdAt }: TransactionRow): Transaction {
  return {
    transaction_id: id,
    amount: toMajor(amountMinor),
    transaction_type: transactionTypeName(typeId),
    transaction_type_id: typeId,
    transaction_status: status,
    stage,
    created_at: createdAt.toISOString(),
  };
}

/** A transaction with its steps as the contract describes it; money is in major units. */
function transactionDetailsView(row: TransactionDetailsRow): TransactionDetails {
  const { comments, provider, paymentState, askedMinor, amountMinor, steps } = row;
  return {
    ...transactionView(row),
    asked_amount: askedMinor === null || askedMinor === amountMinor ? null : toMajor(askedMinor),
    provider,
    started: paymentState === 'started' ? 1 : 0,
    comments,
    steps: steps.map(({ step, at }) => ({ step, at: at.toISOString() })),
    cancellable: isCancellable(row) ? 1 : 0,
    // An operator may still check reports that arrive after a credit, but the customer already has the money.
    checked_by_hand: row.paymentState === 'differs' && row.status !== 'approved' ? 1 : 0,
    // Only the latest step's reason is shown: an earlier one may no longer apply, as when a declined deposit arrived
    // after all.
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
