import { amountText } from '../../../lib/format/amount-text.ts';

/**
 * What a provider says of a payment. `waiting`: nothing is decided. `paid`: so much has come for good. `failed`:
 * nothing will come. `refunded`: what had come went back.
 */
export interface PaymentReport {
  outcome: 'waiting' | 'paid' | 'failed' | 'refunded';
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The provider's own name for what came, where it gives one. */
  reference?: string | null;
  /**
   * The provider's id of the report, where a report of another id is another fact though it says the same: two refunds
   * of one amount. None where two reports may tell of one fact, as answers do, and amounts of all that went back so
   * far.
   */
  eventId?: string | null;
  /**
   * Nothing is decided, but its customer has done what there was to do: the money is on its way, which takes days by
   * some banks.
   */
  isUnderWay?: boolean;
}

/** A verified report, kept. */
export interface KeptReport extends PaymentReport {
  /** An operator has decided on a payment of which this was known. */
  isSettled: boolean;
  /** Its reference is another payment's. */
  isTaken: boolean;
}

/** What all reports of one payment say together. */

const moneyOutcomes: readonly PaymentReport['outcome'][] = ['paid', 'refunded'];

/** Whether it says that money came or went. */
export const isMoney = ({ outcome }: PaymentReport) => moneyOutcomes.includes(outcome);

/** Whether it says that money went back, or was asked back. */
export const isGone = (report: PaymentReport) => isMoney(report) && report.outcome !== 'paid';

/** By what two facts of one amount are told apart, as far as it is known; what is known best of all comes first. */
const namesOf = ({ eventId, reference }: KeptReport) => [eventId ?? null, reference ?? null];

/** Whether two reports say the same: one without a name is any other of that amount. */
function isSame(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  const isOfOne = namesOf(one).every((name, at) => name === others[at] || [name, others[at]].includes(null));
  return (
    isOfOne && one.outcome === other.outcome && one.amountMinor === other.amountMinor && one.currency === other.currency
  );
}

/** Whether the one is the other once more: it has no name that the other lacks. */
function isRepeat(one: KeptReport, other: KeptReport): boolean {
  const others = namesOf(other);
  return isSame(one, other) && namesOf(one).every((name, at) => name === null || name === others[at]);
}

/**
 * What nobody has decided on, each fact once, in an order that does not depend on when it came. One without a name that
 * was decided on is one of those with a name that came later, and not all of them; nor one by the name of another
 * payment.
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
  // Those with a name come first, so that one without is found among them.
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

/** For an operator: what came and went, with the currency, which is not always ours. */
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
