import { isGone, isMoney } from './known-reports.ts';
import type { PaymentState } from './decide-payment.ts';
import type { KeptReport } from './payment-report.ts';

/** A deposit that an operator would credit, with all that its provider reported, in the order in which it came. */
export interface DoubtfulDeposit {
  status: PaymentState['status'];
  /** None where nobody was asked for it. */
  payment: (Pick<PaymentState, 'state' | 'note'> & { provider: string; isAwaited: boolean; asks: number }) | null;
  reports: readonly KeptReport[];
}

/** What an operator has to say besides that it is credited. `against`: what speaks against it, in words; nothing where nothing does. */
export interface CreditWords {
  needs: 'nothing' | 'amount' | 'amount and reason';
  against: string;
}

/**
 * Why a credit with an amount that an operator says needs a reason, which the customer reads: the amount is `other` than
 * was asked for, or `unreported`, because no provider said what came. Null: it needs none. Both amounts are in minor units.
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
 * Decides what an operator has to say to credit a deposit. For a transfer that nobody reports on, and that came as it was
 * asked for, it is nothing. Where money was reported that is not as it was asked for, it is how much. Where the provider
 * has never said that it was paid, where it said that money went back, or where it was declined or called off, it is how
 * much and why.
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
