import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import { amountText } from '../../../lib/format/amount-text.ts';

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
 * credited automatically if exactly one payment of the requested amount and currency arrived and none of it went back,
 * even if the deposit was declined or had expired before.
 *
 * Two payments, another amount or currency, or a refund hold it for an operator, even after it was credited: a report
 * never reverses a credit, since the money may already be in positions. Reports that an operator has decided on are not
 * considered again; but if they were about money, an operator has to decide on any further money too.
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

/** Lists everything reported since an operator's last decision, or since the beginning. */
function noteOf(payment: PaymentState, fresh: readonly KeptReport[]): string {
  const label = payment.status === 'approved' ? 'credited with' : 'asked for';
  return `${writeReports(fresh)}, ${label} ${amountText(payment.amountMinor, payment.currency)}`;
}

/** Whether the customer can still cancel a deposit: nothing has been reported yet. */
export function isDepositCancellable({ status, state }: Pick<PaymentState, 'status' | 'state'>): boolean {
  return status === 'pending' && (state === 'created' || state === 'started');
}

/**
 * A provider's report of a payment. `waiting`: undecided. `paid`: this much has arrived for good. `failed`: nothing
 * will arrive. `refunded`: money that had arrived went back.
 */
export interface PaymentReport {
  outcome: 'waiting' | 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The provider's reference for the payment, if it gives one. */
  reference?: string | null;
  /**
   * The provider's id of the report. Set only if different ids mean different facts even with the same content, such as
   * two refunds of the same amount. Absent if two reports may state the same fact, as answers and refund totals do.
   */
  eventId?: string | null;
  /** Undecided, but the customer has finished: the money is on its way, which takes days at some banks. */
  isUnderWay?: boolean;
}

/** A verified and stored report. */
export interface KeptReport extends PaymentReport {
  /** Whether an operator has decided on the payment since this report arrived. */
  isSettled: boolean;
  /** Whether its reference belongs to another payment. */
  isTaken: boolean;
}

const moneyOutcomes: readonly PaymentReport['outcome'][] = ['paid', 'refunded'];

/** Whether it says that money arrived or went back. */
export const isMoney = ({ outcome }: PaymentReport) => moneyOutcomes.includes(outcome);

/** Whether it says that money went back, or was claimed back. */
export const isGone = (report: PaymentReport) => isMoney(report) && report.outcome !== 'paid';

/**
 * The names that tell facts of the same amount apart: the event's id, then the provider's reference, which is less
 * reliable. Null if unknown.
 */
const namesOf = ({ eventId, reference }: KeptReport) => [eventId ?? null, reference ?? null];

/** Whether two reports state the same fact. A missing name matches any other. */
function isSame(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  const isOfOne = namesOf(one).every((name, at) => name === others[at] || [name, others[at]].includes(null));
  return (
    isOfOne && one.outcome === other.outcome && one.amountMinor === other.amountMinor && one.currency === other.currency
  );
}

/** Whether `one` only repeats `other`: it has no name that `other` lacks. */
function isRepeat(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  return isSame(one, other) && namesOf(one).every((name, at) => name === null || name === others[at]);
}

/**
 * The facts that no operator has decided on, each once, in an order that does not depend on their arrival. A settled
 * report without a name matches only one later report with a name, and never one whose reference belongs to another
 * payment.
 */
function unsettledReports(reports: readonly KeptReport[]): KeptReport[] {
  const settled = factsOf(reports.filter(({ isSettled }) => isSettled));
  const open = factsOf(reports.filter(({ isSettled }) => !isSettled));
  const fresh = open.filter((one) => !settled.some((other) => isRepeat(one, other)));
  for (const known of settled) {
    const index = fresh.findIndex((one) => !one.isTaken && isSame(one, known));
    if (index >= 0) fresh.splice(index, 1);
  }
  return fresh;
}

function factsOf(reports: readonly KeptReport[]): KeptReport[] {
  const facts: KeptReport[] = [];
  // Sorting puts reports with names first, so that one without a name is recognised as one of them.
  for (const one of reports.toSorted(byContent)) if (!facts.some((other) => isSame(one, other))) facts.push(one);
  return facts;
}

const ranks: readonly PaymentReport['outcome'][] = ['paid', 'refunded', 'failed', 'waiting'];

function byContent(one: KeptReport, other: KeptReport): number {
  const [names, others] = [namesOf(one), namesOf(other)];
  const byName = (compared: (name: string | null, itsOther: string | null) => number) =>
    names.map((name, at) => compared(name, others[at] ?? null)).find((order) => order !== 0) ?? 0;
  return (
    ranks.indexOf(one.outcome) - ranks.indexOf(other.outcome) ||
    byName((name, itsOther) => Number(name === null) - Number(itsOther === null)) ||
    other.amountMinor - one.amountMinor ||
    compare(one.currency, other.currency) ||
    byName((name, itsOther) => compare(name ?? '', itsOther ?? ''))
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const mostWritten = 12;
const longestName = 80;

/** Lists, for an operator, the money that arrived and went back, with currencies, which may differ from ours. */
function writeReports(facts: readonly KeptReport[]): string {
  const all = facts.filter((fact) => isMoney(fact) || fact.isTaken).map(wordsOf);
  const more = all.length - mostWritten;
  return [...all.slice(0, mostWritten), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function wordsOf({ outcome, amountMinor, currency, reference, isTaken }: KeptReport): string {
  const name = typeof reference === 'string' ? ` as ${reference.slice(0, longestName)}` : '';
  const taken = isTaken ? ', which is the name of another payment' : '';
  return `${outcome} ${amountText(amountMinor, currency)}${name}${taken}`;
}
