import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { freeMarginMinor } from '../../../lib/trading/margin.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import { ownMinor } from '../../ledger/rules/customer-funds.ts';

/** What an account has to withdraw from, with its row locked. In minor units. */
export interface WithdrawingAccount extends CustomerFunds {
  investedMinor: number;
}

/**
 * The most that can be asked for, in minor units: own money, as far as no open position needs it. Bonuses and credit
 * are traded with and stay.
 */
export function withdrawableMinor(account: WithdrawingAccount): number {
  return Math.max(0, Math.min(freeMarginMinor(account), ownMinor(account)));
}

/**
 * Decides a wish to be paid out; the amount is in minor units and above zero. Problems: INSUFFICIENT_FUNDS where
 * nothing can be paid out, VALIDATION with `amount` where it is more than can be, in the words of `most`.
 */
export function decideWithdrawal(
  account: WithdrawingAccount,
  amountMinor: number,
  most: (minor: number) => string,
): Result {
  const mostMinor = withdrawableMinor(account);
  if (mostMinor === 0) return refuse('INSUFFICIENT_FUNDS');
  if (amountMinor > mostMinor) {
    return refuse('VALIDATION', { fields: { amount: `Maximum withdraw can be ${most(mostMinor)}` } });
  }
  return { ok: true };
}

/** The steps that a withdrawal can be led to. */
export type WithdrawalStep = Exclude<TransactionStep, 'requested' | 'returned'>;

export interface WithdrawalState {
  status: Transaction['transaction_status'];
  steps: readonly TransactionStep[];
}

/** What a step does: the status that it leaves, and what becomes of the money that waits. */
export interface StepEffect {
  status: Transaction['transaction_status'];
  money: 'waits' | 'is released' | 'leaves';
}

const effects: Readonly<Record<WithdrawalStep, StepEffect>> = {
  checked: { status: 'pending', money: 'waits' },
  approved: { status: 'approved', money: 'waits' },
  sent: { status: 'approved', money: 'leaves' },
  declined: { status: 'declined', money: 'is released' },
  cancelled: { status: 'cancelled', money: 'is released' },
};

/** Which of the steps must not have been taken, and which one must. */
const conditions: Readonly<Record<WithdrawalStep, { after: TransactionStep; not: readonly TransactionStep[] }>> = {
  checked: { after: 'requested', not: ['approved', 'sent', 'declined', 'cancelled'] },
  // Somebody has looked at where it goes before it goes there.
  approved: { after: 'checked', not: ['sent', 'declined', 'cancelled'] },
  sent: { after: 'approved', not: ['declined', 'cancelled'] },
  declined: { after: 'requested', not: ['sent', 'cancelled'] },
  // The customer's own: what was approved is on its way.
  cancelled: { after: 'requested', not: ['approved', 'sent', 'declined'] },
};

/**
 * Decides a step of a withdrawal; null where it was taken before, so that a repeat does nothing. Problem:
 * TRANSACTION_CLOSED where it cannot be taken any more, or not yet.
 */
export function decideStep({ steps }: WithdrawalState, step: WithdrawalStep): Result<{ effect: StepEffect | null }> {
  if (steps.includes(step)) return { ok: true, effect: null };
  const { after, not } = conditions[step];
  if (!steps.includes(after) || not.some((other) => steps.includes(other))) return refuse('TRANSACTION_CLOSED');
  return { ok: true, effect: effects[step] };
}
