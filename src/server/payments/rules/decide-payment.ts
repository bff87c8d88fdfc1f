import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import { amountText } from '../../../lib/format/amount-text.ts';
import type { KeptReport } from './payment-report.ts';
import { isGone, isMoney, unsettledReports, writeReports } from './payment-report.ts';

/** A deposit as it stands, with its row locked. */
export interface PaymentState {
  status: Transaction['transaction_status'];
  state: 'created' | 'started' | 'succeeded' | 'failed' | 'differs';
  /** What was asked for; of a credited one what was credited. */
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** What is not as it was asked for, as far as it was decided before. */
  note: string | null;
}

export type PaymentDecision =
  /** Credit the whole amount. */
  | { kind: 'credit' }
  /** Nothing comes: the transaction is declined. */
  | { kind: 'decline' }
  /**
   * Nothing is as it was asked for: nothing moves, and an operator looks at it. The note says all that was reported.
   */
  | { kind: 'hold'; note: string }
  /** It changes nothing. */
  | { kind: 'nothing'; why: 'already credited' | 'already declined' | 'already held' | 'still waiting' };

/**
 * Decides what a deposit comes to by all verified reports that there ever were of it, in whatever order and however
 * often they came. It is credited by itself where they say that one payment came, of exactly what was asked for, and
 * that nothing went back; also where the provider or the clock had called it off before. Two payments, another amount
 * or currency, a refund hold it for an operator, also when it was credited before: what was credited is never taken
 * back by a report, since it may be traded with by then. What an operator has decided on is not looked at again; but
 * where that was money, whatever money comes later is the operator's to decide on too.
 */
export function decidePayment(payment: PaymentState, reports: readonly KeptReport[]): PaymentDecision {
  const fresh = unsettledReports(reports);
  const isDecidedOn = reports.some((report) => report.isSettled && isMoney(report));
  if (isHeldBy(payment, fresh, isDecidedOn)) return held(payment, noteOf(payment, fresh));
  const has = (outcome: KeptReport['outcome']) => fresh.some((report) => report.outcome === outcome);
  if (payment.status === 'approved') return { kind: 'nothing', why: 'already credited' };
  if (payment.state === 'differs') {
    // Held by what is kept nowhere: only an operator leads out of it.
    return has('paid')
      ? held(payment, noteOf(payment, fresh), `${payment.note ?? ''}; `)
      : { kind: 'nothing', why: 'already held' };
  }
  if (has('paid')) return { kind: 'credit' };
  if (payment.status !== 'pending') return { kind: 'nothing', why: 'already declined' };
  return has('failed') || has('refunded') ? { kind: 'decline' } : { kind: 'nothing', why: 'still waiting' };
}

function isHeldBy(payment: PaymentState, fresh: readonly KeptReport[], isDecidedOn: boolean): boolean {
  const paid = fresh.filter(({ outcome }) => outcome === 'paid');
  const gone = fresh.filter(isGone);
  const isOther = ({ amountMinor, currency }: KeptReport) =>
    amountMinor !== payment.amountMinor || currency !== payment.currency;
  if (fresh.some((report) => report.isTaken && isMoney(report)) || paid.some(isOther)) return true;
  if (paid.length > (isDecidedOn ? 0 : 1)) return true;
  // What was never credited and went back whole is over. Of a part the rest is there still, and nobody has it.
  const isWhole = (report: KeptReport) =>
    report.outcome === 'refunded' && report.amountMinor >= payment.amountMinor && report.currency === payment.currency;
  const isOver = payment.status !== 'approved' && !isDecidedOn && paid.length === 0 && gone.every(isWhole);
  return gone.length > 0 && !isOver;
}

function held(payment: PaymentState, note: string, before = ''): PaymentDecision {
  const isKnown = payment.state === 'differs' && (payment.note ?? '').includes(note);
  return isKnown ? { kind: 'nothing', why: 'already held' } : { kind: 'hold', note: `${before}${note}` };
}

/** All that was reported since an operator decided, or since the beginning. */
function noteOf(payment: PaymentState, fresh: readonly KeptReport[]): string {
  const stands = payment.status === 'approved' ? 'credited with' : 'asked for';
  return `${writeReports(fresh)}, ${stands} ${amountText(payment.amountMinor, payment.currency)}`;
}

/** Whether its customer can still call a deposit off: nobody has said anything of it yet. */
export function isDepositCancellable({ status, state }: Pick<PaymentState, 'status' | 'state'>): boolean {
  return status === 'pending' && (state === 'created' || state === 'started');
}
