import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import { freeMarginMinor } from '../../../lib/trading/margin.ts';
import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { PaymentState } from './decide-payment.ts';
import type { WithdrawingAccount } from './decide-withdrawal.ts';
import { withdrawableMinor } from './decide-withdrawal.ts';

/** What an operator gives or takes; an amount below zero takes. A fee is above zero, and is taken. */
export interface HandMove {
  kind: 'deposit' | 'bonus' | 'credit' | 'fee';
  amountMinor: number;
}

/** Whether it takes something: its customer is told of that, and why. */
export function takesMoney({ kind, amountMinor }: HandMove): boolean {
  return kind === 'fee' || amountMinor < 0;
}

/** The most that can be taken of a kind, in minor units: what is there of it, as far as no open position needs it. */
export function takableMinor(account: WithdrawingAccount, kind: HandMove['kind']): number {
  if (kind === 'deposit' || kind === 'fee') return withdrawableMinor(account);
  return Math.max(0, Math.min(freeMarginMinor(account), kind === 'bonus' ? account.bonusMinor : account.creditMinor));
}

/**
 * Decides what an operator gives or takes: which transaction it is, with the sign that it has there. Problem: VALIDATION with
 * `amount` for nothing, for a fee below zero, and for more than can be taken, in the words of `most`.
 */
export function decideMove(
  account: WithdrawingAccount,
  { kind, amountMinor }: HandMove,
  most: (minor: number) => string,
): Result<{ typeId: TransactionTypeId; amountMinor: number }> {
  if (amountMinor === 0 || (kind === 'fee' && amountMinor < 0)) return refuseAmount('The amount has to be above zero.');
  const signedMinor = kind === 'fee' ? -amountMinor : amountMinor;
  const mostMinor = takableMinor(account, kind);
  if (-signedMinor > mostMinor) return refuseAmount(`At most ${most(mostMinor)} can be taken.`);
  return { ok: true, typeId: typeOf(kind, signedMinor), amountMinor: signedMinor };
}

function typeOf(kind: HandMove['kind'], signedMinor: number): TransactionTypeId {
  if (kind === 'bonus') return signedMinor > 0 ? typeIds.bonus : typeIds.bonusCorrection;
  return { deposit: typeIds.manualDeposit, credit: typeIds.credit, fee: typeIds.withdrawalFee }[kind];
}

const refuseAmount = (text: string) => refuse('VALIDATION', { fields: { amount: text } });

/** A deposit as an operator finds it; no payment where nobody was asked for it. */
export interface DepositState {
  status: Transaction['transaction_status'];
  payment: Pick<PaymentState, 'state'> | null;
}

export type DepositVerdict = 'approve' | 'decline';

/**
 * What an operator's word does to a deposit. `credit`: its money has come. `decline`: nothing comes. `settle`: it was credited before,
 * and what its provider said since is dealt with. `nothing`: it is so already. Problem: TRANSACTION_CLOSED for a credited one that
 * would be declined: money that was credited is only taken by a transaction of its own.
 */
export function decideDeposit(
  { status, payment }: DepositState,
  verdict: DepositVerdict,
): Result<{ effect: 'credit' | 'decline' | 'settle' | 'nothing' }> {
  if (verdict === 'approve') {
    if (status !== 'approved') return { ok: true, effect: 'credit' };
    return { ok: true, effect: payment?.state === 'differs' ? 'settle' : 'nothing' };
  }
  if (status === 'approved') return refuse('TRANSACTION_CLOSED');
  const isHeld = payment?.state === 'differs';
  return { ok: true, effect: status === 'pending' || isHeld ? 'decline' : 'nothing' };
}

/** Whether a withdrawal can come back: it was sent, and has not come back before. Problem: TRANSACTION_CLOSED. */
export function decideReturn(steps: readonly TransactionStep[]): Result {
  return steps.includes('sent') && !steps.includes('returned') ? { ok: true } : refuse('TRANSACTION_CLOSED');
}
