import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { freeMarginMinor } from '../../../lib/trading/margin.ts';
import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { KeptReport, PaymentState } from './decide-payment.ts';
import { isGone, isMoney } from './decide-payment.ts';
import type { WithdrawingAccount } from './decide-withdrawal.ts';
import { withdrawableMinor } from './decide-withdrawal.ts';

/** What an operator gives or takes. An amount below zero takes; a fee is above zero, but is taken. */
export interface HandMove {
  kind: 'deposit' | 'bonus' | 'credit' | 'fee';
  amountMinor: number;
}

/** Whether the move takes something from the customer, who is then told the reason. */
export function isDebit({ kind, amountMinor }: HandMove): boolean {
  return kind === 'fee' || amountMinor < 0;
}

/**
 * The largest amount of a kind that can be taken, in minor units: what is left of it, without what open positions need.
 */
export function reversibleMinor(account: WithdrawingAccount, kind: HandMove['kind']): number {
  if (kind === 'deposit' || kind === 'fee') return withdrawableMinor(account);
  return Math.max(0, Math.min(freeMarginMinor(account), kind === 'bonus' ? account.bonusMinor : account.creditMinor));
}

/**
 * Decides the transaction type and the signed amount of what an operator gives or takes. Problem: VALIDATION with
 * `amount` for zero, for a fee below zero, and for more than can be taken; `most` formats that limit.
 */
export function decideMove(
  account: WithdrawingAccount,
  { kind, amountMinor }: HandMove,
  most: (minor: number) => string,
): Result<{ typeId: TransactionTypeId; amountMinor: number }> {
  if (amountMinor === 0 || (kind === 'fee' && amountMinor < 0)) return refuseAmount('The amount must be above zero.');
  const signedMinor = kind === 'fee' ? -amountMinor : amountMinor;
  const mostMinor = reversibleMinor(account, kind);
  if (-signedMinor > mostMinor) return refuseAmount(`At most ${most(mostMinor)} can be taken.`);
  return { ok: true, typeId: typeOf(kind, signedMinor), amountMinor: signedMinor };
}

function typeOf(kind: HandMove['kind'], signedMinor: number): TransactionTypeId {
  if (kind === 'bonus') return signedMinor > 0 ? typeIds.bonus : typeIds.bonusCorrection;
  return { deposit: typeIds.manualDeposit, credit: typeIds.credit, fee: typeIds.withdrawalFee }[kind];
}

const refuseAmount = (text: string) => refuse('VALIDATION', { fields: { amount: text } });

/** A deposit as an operator finds it; `payment` is null if no provider was asked. */
export interface DepositState {
  status: Transaction['transaction_status'];
  payment: Pick<PaymentState, 'state'> | null;
}

export type DepositVerdict = 'approve' | 'decline';

/**
 * Decides the effect of an operator's verdict on a deposit. `credit`: its money has arrived. `decline`: no money will
 * arrive. `settle`: it was credited before, and the verdict covers the reports since then. `nothing`: the verdict is
 * already in effect. Problem: TRANSACTION_CLOSED for declining a credited deposit, because only a separate transaction
 * reverses credited money.
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

/** Whether a withdrawal can be returned: it was sent, and was not returned before. Problem: TRANSACTION_CLOSED. */
export function decideReturn(steps: readonly TransactionStep[]): Result {
  return steps.includes('sent') && !steps.includes('returned') ? { ok: true } : refuse('TRANSACTION_CLOSED');
}

/** A deposit that an operator wants to credit, with all reports of its provider in the order of their arrival. */
export interface DoubtfulDeposit {
  status: PaymentState['status'];
  /** Null if no provider was asked. */
  payment: (Pick<PaymentState, 'state' | 'note'> & { provider: string; isAwaited: boolean; asks: number }) | null;
  reports: readonly KeptReport[];
}

/**
 * What an operator must state to credit a deposit. `against` is the evidence against it, as a text; empty if there is
 * none.
 */
export interface CreditRequirements {
  needs: 'nothing' | 'amount' | 'amount and reason';
  against: string;
}

/**
 * Returns why an amount that an operator states needs a reason, which the customer reads: `other` if it differs from
 * the request, `unreported` if no provider said how much came, null if it needs none. Both amounts are in minor units.
 */
export function amountReason(
  { needs }: CreditRequirements,
  { askedMinor, saidMinor }: { askedMinor: number; saidMinor: number | undefined },
): 'other' | 'unreported' | null {
  if (saidMinor === undefined) return null;
  if (saidMinor !== askedMinor) return 'other';
  return needs === 'amount' ? null : 'unreported';
}

/**
 * Decides what an operator must state to credit a deposit. `nothing`: it is a transfer that no provider reports.
 * `amount`: the reported money differs from the request. `amount and reason`: the provider never reported it as paid,
 * or reported that money went back; or it was declined or cancelled.
 */
export function creditRequirements(deposit: DoubtfulDeposit): CreditRequirements {
  const { status, payment, reports } = deposit;
  // If the money went back, only the operator's statement supports a credit, as if the money had never come.
  const isPaid = reports.some(({ outcome }) => outcome === 'paid') && !reports.some(isGone);
  // Older versions stored the report of a held deposit only in its note.
  const isHeld = payment?.state === 'differs' && (isPaid || !reports.some(isMoney));
  if (isHeld) return { needs: 'amount', against: '' };
  const against = [ended(status), sayingOf(deposit)].filter((part) => part !== '').join(', and ');
  if (status !== 'pending') return { needs: 'amount and reason', against };
  if (isPaid) return { needs: 'amount', against: '' };
  return against === '' ? { needs: 'nothing', against } : { needs: 'amount and reason', against };
}

function ended(status: PaymentState['status']): string {
  if (status === 'cancelled') return 'the customer cancelled it';
  return status === 'declined' ? 'it was declined' : '';
}

/**
 * Describes the report that money went back, or else the provider's last one. Empty for a provider that never reports,
 * such as a bank.
 */
function sayingOf({ payment, reports }: DoubtfulDeposit): string {
  if (!payment) return '';
  const { provider, isAwaited, asks } = payment;
  const last = (reports.find(isGone) ?? reports.findLast(({ outcome }) => outcome !== 'waiting'))?.outcome;
  if (last !== undefined) return `${provider} reported it as ${last}`;
  return isAwaited || asks > 0 || reports.length > 0 ? `${provider} never reported this as paid` : '';
}
