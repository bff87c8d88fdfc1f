import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { freeMarginMinor } from '../../../lib/trading/margin.ts';
import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { PaymentState } from './decide-payment.ts';
import type { WithdrawingAccount } from './decide-withdrawal.ts';
import { withdrawableMinor } from './decide-withdrawal.ts';
import type { KeptReport } from './payment-report.ts';
import { isGone, isMoney } from './payment-report.ts';

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
 * Decides what an operator gives or takes: which transaction it is, with the sign that it has there. Problem:
 * VALIDATION with `amount` for nothing, for a fee below zero, and for more than can be taken, in the words of `most`.
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
 * What an operator's word does to a deposit. `credit`: its money has come. `decline`: nothing comes. `settle`: it was
 * credited before, and what its provider said since is dealt with. `nothing`: it is so already. Problem:
 * TRANSACTION_CLOSED for a credited one that would be declined: money that was credited is only taken by a transaction
 * of its own.
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

/** A deposit that an operator would credit, with all that its provider reported, in the order in which it came. */
export interface DoubtfulDeposit {
  status: PaymentState['status'];
  /** None where nobody was asked for it. */
  payment: (Pick<PaymentState, 'state' | 'note'> & { provider: string; isAwaited: boolean; asks: number }) | null;
  reports: readonly KeptReport[];
}

/**
 * What an operator has to say besides that it is credited. `against`: what speaks against it, in words; nothing where
 * nothing does.
 */
export interface CreditWords {
  needs: 'nothing' | 'amount' | 'amount and reason';
  against: string;
}

/**
 * Why a credit with an amount that an operator says needs a reason, which the customer reads: the amount is `other`
 * than was asked for, or `unreported`, because no provider said what came. Null: it needs none. Both amounts are in
 * minor units.
 */
export function wordsForAmount(
  { needs }: CreditWords,
  { askedMinor, saidMinor }: { askedMinor: number; saidMinor: number | undefined },
): 'other' | 'unreported' | null {
  if (saidMinor === undefined) return null;
  if (saidMinor !== askedMinor) return 'other';
  return needs === 'amount' ? null : 'unreported';
}

/**
 * Decides what an operator has to say to credit a deposit. For a transfer that nobody reports on, and that came as it
 * was asked for, it is nothing. Where money was reported that is not as it was asked for, it is how much. Where the
 * provider has never said that it was paid, where it said that money went back, or where it was declined or called off,
 * it is how much and why.
 */
export function wordsForCredit(deposit: DoubtfulDeposit): CreditWords {
  const { status, payment, reports } = deposit;
  // What came and went back again is the operator's word, as what never came is.
  const isPaid = reports.some(({ outcome }) => outcome === 'paid') && !reports.some(isGone);
  // What an older version held was reported, and is kept in its note only.
  const isHeld = payment?.state === 'differs' && (isPaid || !reports.some(isMoney));
  if (isHeld) return { needs: 'amount', against: '' };
  const against = [ended(status), sayingOf(deposit)].filter((part) => part !== '').join(', and ');
  if (status !== 'pending') return { needs: 'amount and reason', against };
  if (isPaid) return { needs: 'amount', against: '' };
  return against === '' ? { needs: 'nothing', against } : { needs: 'amount and reason', against };
}

function ended(status: PaymentState['status']): string {
  if (status === 'cancelled') return 'its customer cancelled it';
  return status === 'declined' ? 'it was declined' : '';
}

/** That money went back, else the provider's last word; empty for one of whom nothing is ever heard, such as a bank. */
function sayingOf({ payment, reports }: DoubtfulDeposit): string {
  if (!payment) return '';
  const { provider, isAwaited, asks } = payment;
  const last = (reports.find(isGone) ?? reports.findLast(({ outcome }) => outcome !== 'waiting'))?.outcome;
  if (last !== undefined) return `${provider} reported it as ${last}`;
  return isAwaited || asks > 0 || reports.length > 0 ? `${provider} never reported this as paid` : '';
}
