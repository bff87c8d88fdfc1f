import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { freeMarginMinor } from '../../../lib/trading/margin.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import { ownMinor } from '../../ledger/rules/customer-funds.ts';

/** The funds that decide how much an account can withdraw, in minor units. */
export interface WithdrawingAccount extends CustomerFunds {
  investedMinor: number;
}

/**
 * The largest possible withdrawal, in minor units: own money that open positions do not need. Bonuses and credit are
 * for trading only.
 */
export function withdrawableMinor(account: WithdrawingAccount): number {
  return Math.max(0, Math.min(freeMarginMinor(account), ownMinor(account)));
}

/**
 * Decides a request for a withdrawal; the amount is in minor units and above zero. Problems: INSUFFICIENT_FUNDS if
 * nothing can be withdrawn; VALIDATION with `amount` if the amount exceeds the limit, which `most` formats.
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

/** The steps that a withdrawal can take after its request and before its return. */
export type WithdrawalStep = Exclude<TransactionStep, 'requested' | 'returned'>;

export interface WithdrawalState {
  status: Transaction['transaction_status'];
  steps: readonly TransactionStep[];
}

/** The effect of a step: the resulting status, and what happens to the reserved money. */
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

/** For each step, the one that must precede it and those that rule it out. */
const conditions: Readonly<Record<WithdrawalStep, { after: TransactionStep; not: readonly TransactionStep[] }>> = {
  checked: { after: 'requested', not: ['approved', 'sent', 'declined', 'cancelled'] },
  // Somebody must check the destination before money goes there.
  approved: { after: 'checked', not: ['sent', 'declined', 'cancelled'] },
  sent: { after: 'approved', not: ['declined', 'cancelled'] },
  declined: { after: 'requested', not: ['sent', 'cancelled'] },
  // Only the customer cancels, and not after the approval, when the money is already on its way.
  cancelled: { after: 'requested', not: ['approved', 'sent', 'declined'] },
};

/**
 * Decides a step of a withdrawal. `effect` is null if the step was already taken, so a repeat does nothing. Problem:
 * TRANSACTION_CLOSED if the step is no longer possible, or not yet.
 */
export function decideStep({ steps }: WithdrawalState, step: WithdrawalStep): Result<{ effect: StepEffect | null }> {
  if (steps.includes(step)) return { ok: true, effect: null };
  const { after, not } = conditions[step];
  if (!steps.includes(after) || not.some((other) => steps.includes(other))) return refuse('TRANSACTION_CLOSED');
  return { ok: true, effect: effects[step] };
}
