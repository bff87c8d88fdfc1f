import { amountText } from '../../../lib/format/amount-text.ts';

/**
 * A provider's report of a payment. `waiting`: undecided. `paid`: this much has arrived for good. `failed`: nothing
 * will arrive. `refunded`: money that had arrived went back.
 */
export interface PaymentReport {
  outcome: 'waiting' | 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The provider's own name for the payment, if it gives one. */
  reference?: string | null;
  /**
   * The provider's id of the report, if reports with different ids are different facts even with the same content: two
   * refunds of one amount. Absent if two reports may be about one fact, such as answers and refund totals.
   */
  eventId?: string | null;
  /** Undecided, but the customer has finished: the money is on its way, which takes days at some banks. */
  isUnderWay?: boolean;
}

/** A verified and stored report. */
export interface KeptReport extends PaymentReport {
  /** An operator has decided on the payment, knowing this report. */
  isSettled: boolean;
  /** Its reference belongs to another payment. */
  isTaken: boolean;
}

const moneyOutcomes: readonly PaymentReport['outcome'][] = ['paid', 'refunded'];

/** Whether it says that money arrived or went back. */
export const isMoney = ({ outcome }: PaymentReport) => moneyOutcomes.includes(outcome);

/** Whether it says that money went back, or was claimed back. */
export const isGone = (report: PaymentReport) => isMoney(report) && report.outcome !== 'paid';

/** The names that distinguish facts of the same amount, as far as known, the most reliable first. */
const namesOf = ({ eventId, reference }: KeptReport) => [eventId ?? null, reference ?? null];

/** Whether two reports state the same fact: one without a name matches any other of that amount. */
function isSame(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  const isOfOne = namesOf(one).every((name, at) => name === others[at] || [name, others[at]].includes(null));
  return (
    isOfOne && one.outcome === other.outcome && one.amountMinor === other.amountMinor && one.currency === other.currency
  );
}

/** Whether one report repeats the other: it has no name that the other lacks. */
function isRepeat(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  return isSame(one, other) && namesOf(one).every((name, at) => name === null || name === others[at]);
}

/**
 * The facts that no operator has decided on, each once, in an order that does not depend on when they arrived. A
 * settled report without a name matches one later report with a name, not all of them, and never one whose reference
 * belongs to another payment.
 */
export function unsettledReports(reports: readonly KeptReport[]): KeptReport[] {
  const settled = factsOf(reports.filter(({ isSettled }) => isSettled));
  const open = factsOf(reports.filter(({ isSettled }) => !isSettled));
  const fresh = open.filter((one) => !settled.some((other) => isRepeat(one, other)));
  for (const known of settled) {
    const place = fresh.findIndex((one) => !one.isTaken && isSame(one, known));
    if (place >= 0) fresh.splice(place, 1);
  }
  return fresh;
}

function factsOf(reports: readonly KeptReport[]): KeptReport[] {
  const facts: KeptReport[] = [];
  // Reports with names come first, so that one without a name is recognised as one of them.
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

/** For an operator: the money that arrived and went back, with currencies, which may differ from ours. */
export function writeReports(facts: readonly KeptReport[]): string {
  const all = facts.filter((fact) => isMoney(fact) || fact.isTaken).map(wordsOf);
  const more = all.length - mostWritten;
  return [...all.slice(0, mostWritten), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function wordsOf({ outcome, amountMinor, currency, reference, isTaken }: KeptReport): string {
  const name = typeof reference === 'string' ? ` as ${reference.slice(0, longestName)}` : '';
  const taken = isTaken ? ', which is the name of another payment' : '';
  return `${outcome} ${amountText(amountMinor, currency)}${name}${taken}`;
}
