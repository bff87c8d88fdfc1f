import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import { amountText } from '../../../lib/format/amount-text.ts';
import type { KeptReport } from './payment-report.ts';
import { isGone, isMoney, unsettledReports, writeReports } from './payment-report.ts';

/** The present state of a deposit, with its row locked. */
export interface PaymentState {
  status: Transaction['transaction_status'];
  state: 'created' | 'started' | 'succeeded' | 'failed' | 'differs';
  /** The requested amount; once credited, the credited one. */
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** How it differs from the request, as noted by earlier decisions. */
  note: string | null;
}

export type PaymentDecision =
  /** Credit the whole amount. */
  | { kind: 'credit' }
  /** No money will come: the transaction is declined. */
  | { kind: 'decline' }
  /**
   * Something differs from the request: no money moves, and an operator decides. The note lists everything that was
   * reported.
   */
  | { kind: 'hold'; note: string }
  /** The reports change nothing. */
  | { kind: 'nothing'; why: 'already credited' | 'already declined' | 'already held' | 'still waiting' };

/**
 * Decides a deposit by all its verified reports so far, in whatever order and however often they arrived. It is
 * credited automatically if they say that one payment arrived of exactly the requested amount and currency and none of
 * it went back, even if the provider or the clock had ended it before. Two payments, another amount or currency, or a
 * refund hold it for an operator, even after it was credited: a report never reverses a credit, since the money may
 * already be in positions. Reports that an operator has decided on are not considered again; but if they were about
 * money, any further money is for the operator to decide on too.
 */
export function decidePayment(payment: PaymentState, reports: readonly KeptReport[]): PaymentDecision {
  const fresh = unsettledReports(reports);
  const isDecidedOn = reports.some((report) => report.isSettled && isMoney(report));
  if (isHeldBy(payment, fresh, isDecidedOn)) return held(payment, noteOf(payment, fresh));
  const has = (outcome: KeptReport['outcome']) => fresh.some((report) => report.outcome === outcome);
  if (payment.status === 'approved') return { kind: 'nothing', why: 'already credited' };
  if (payment.state === 'differs') {
    // Held for a reason that no report records, so only an operator can decide it.
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
  // A deposit that was never credited and was refunded in full is over. After a partial refund the rest still exists,
  // and nobody has been credited with it.
  const isWhole = (report: KeptReport) =>
    report.outcome === 'refunded' && report.amountMinor >= payment.amountMinor && report.currency === payment.currency;
  const isOver = payment.status !== 'approved' && !isDecidedOn && paid.length === 0 && gone.every(isWhole);
  return gone.length > 0 && !isOver;
}

function held(payment: PaymentState, note: string, before = ''): PaymentDecision {
  const isKnown = payment.state === 'differs' && (payment.note ?? '').includes(note);
  return isKnown ? { kind: 'nothing', why: 'already held' } : { kind: 'hold', note: `${before}${note}` };
}

/** Everything reported since an operator's last decision, or since the beginning. */
function noteOf(payment: PaymentState, fresh: readonly KeptReport[]): string {
  const stands = payment.status === 'approved' ? 'credited with' : 'asked for';
  return `${writeReports(fresh)}, ${stands} ${amountText(payment.amountMinor, payment.currency)}`;
}

/** Whether the customer can still cancel a deposit: nothing has been reported yet. */
export function isDepositCancellable({ status, state }: Pick<PaymentState, 'status' | 'state'>): boolean {
  return status === 'pending' && (state === 'created' || state === 'started');
}
