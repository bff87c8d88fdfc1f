import type { Moment } from '../../lib/format/read-values.ts';
import type { OurPayment, Refund } from './payment-differences.ts';
import { differencesOf, isRefund, judgeRefunds } from './payment-differences.ts';
import type { ProviderRow, UnreadableRow } from './read-provider-file.ts';

export const verdicts = [
  'matched',
  'missing at us',
  'missing at the provider',
  'different',
  'refunded',
  'duplicate',
  'unreadable',
] as const;
export type Verdict = (typeof verdicts)[number];

export interface Finding {
  verdict: Exclude<Verdict, 'matched'>;
  /** The line of the file; null for a payment that is not in the file. */
  line: number | null;
  /** Our id of the payment if there is one, otherwise the id or reference in the file. */
  payment: string;
  reasons: string[];
}

/** The totals of both sides in a currency, in minor units. */
export interface CurrencySum {
  currency: string;
  theirsMinor: number;
  oursMinor: number;
}

export interface Comparison {
  counts: Record<Verdict, number>;
  sums: CurrencySum[];
  findings: Finding[];
}

export interface CompareOptions {
  /**
   * The period in which our payments are expected in the file, by the instant of posting. Null: from the first to the
   * last date in the file.
   */
  period: Moment | null;
  /** Formats minor units of a currency. */
  amountText: (minor: number, currency: string) => string;
}

/**
 * Compares the rows of a provider's file with our payments, one after another; `finish` adds the payments that the file
 * lacks. If neither side has money for a payment, it matches. A row is matched by our id or the provider's reference,
 * whichever column has it. Refunds are judged at the end, when all rows are known.
 */
export function comparePayments(ours: readonly OurPayment[], options: CompareOptions) {
  const comparing: Comparing = {
    ...{ ours, options, findPayment: finderOf(ours), sums: createSums(), found: createFindings() },
    ...{ firstRows: new Map(), paid: new Map(), refunds: [], seen: null },
  };
  return {
    addRow: (read: ProviderRow | UnreadableRow) => addRow(comparing, read),
    finish: () => finish(comparing),
  };
}

/** The state of the comparison. */
interface Comparing {
  ours: readonly OurPayment[];
  options: CompareOptions;
  findPayment: ReturnType<typeof finderOf>;
  sums: ReturnType<typeof createSums>;
  found: ReturnType<typeof createFindings>;
  /** The line of the first row about each payment, by our id. */
  firstRows: Map<string, number>;
  /** The row by which each payment was paid, by our id. */
  paid: Map<string, ProviderRow>;
  refunds: Refund[];
  /** The range of dates in the rows so far. */
  seen: Moment | null;
}

function addRow(comparing: Comparing, read: ProviderRow | UnreadableRow): void {
  const { options, findPayment, firstRows, paid, refunds, sums, found } = comparing;
  if ('why' in read) {
    found.add({ verdict: 'unreadable', line: read.line, payment: '', reasons: [read.why] });
    return;
  }
  if (read.at) comparing.seen = widened(comparing.seen, read.at);
  const payment = findPayment(read);
  if (read.isPaid) sums.addTheirs(read, payment);
  if (payment && isRefund(read, payment)) {
    refunds.push({ read, payment });
    return;
  }
  const name = payment?.transactionId ?? (read.id || read.reference);
  const first = firstRows.get(name);
  if (first === undefined) {
    firstRows.set(name, read.line);
    if (payment) sums.addOurs(payment);
    if (read.isPaid) paid.set(name, read);
  }
  const judged = judge(read, payment, { first, amountText: options.amountText });
  if (judged === 'matched') found.match();
  else found.add({ ...judged, line: read.line, payment: name });
}

function finish(comparing: Comparing): Comparison {
  settleRefunds(comparing);
  addMissing(comparing);
  return { ...comparing.found.all(), sums: comparing.sums.all() };
}

function settleRefunds({ ours, options, firstRows, paid, refunds, sums, found }: Comparing): void {
  const unnamed = ours.filter(({ transactionId }) => !firstRows.has(transactionId));
  for (const { read, payment, verdict } of judgeRefunds(refunds, unnamed, { paid })) {
    const { transactionId } = payment;
    if (verdict === 'refunded') {
      const amount = options.amountText(read.amountMinor, read.currency ?? payment.currency);
      const reasons = [`refunded, not in our books: ${amount}`];
      found.add({ verdict, line: read.line, payment: transactionId, reasons });
      continue;
    }
    found.match();
    if (verdict === 'netted') found.forget(transactionId);
    else {
      sums.addOurs(verdict.reversal);
      firstRows.set(verdict.reversal.transactionId, read.line);
    }
  }
}

/** Adds the payments that are in the books but in no row. */
function addMissing({ ours, options: { period, amountText }, firstRows, sums, found, seen }: Comparing): void {
  for (const payment of ours) {
    const { transactionId, postedMinor, currency, at } = payment;
    if (postedMinor === null || firstRows.has(transactionId) || !isWithin(at, period ?? seen)) continue;
    sums.addOurs(payment);
    const reasons = [`${amountText(postedMinor, currency)} posted on ${at.toISOString()}`];
    found.add({ verdict: 'missing at the provider', line: null, payment: transactionId, reasons });
  }
}

function createFindings() {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Comparison['counts'];
  let findings: Finding[] = [];
  const lineOf = ({ line }: Finding) => line ?? Infinity;
  return {
    match(): void {
      counts.matched += 1;
    },
    add(finding: Finding): void {
      counts[finding.verdict] += 1;
      findings.push(finding);
    },
    /**
     * Counts a payment's difference as a match instead: the payment was refunded in full and never was in our books, so
     * both sides agree.
     */
    forget(payment: string): void {
      const remaining = findings.filter((one) => one.payment !== payment || one.verdict !== 'different');
      counts.different -= findings.length - remaining.length;
      counts.matched += findings.length - remaining.length;
      findings = remaining;
    },
    /** All findings in the order of the file; payments that are not in it come last. */
    all: () => ({ counts, findings: findings.toSorted((one, other) => lineOf(one) - lineOf(other) || 0) }),
  };
}

function finderOf(ours: readonly OurPayment[]) {
  const byId = new Map(ours.map((payment) => [payment.transactionId, payment]));
  const byReference = new Map(ours.flatMap((payment) => (payment.reference ? [[payment.reference, payment]] : [])));
  // Providers name these two columns differently, so each value may be our id or the provider's reference.
  return ({ id, reference }: ProviderRow) =>
    byId.get(id.toLowerCase()) ??
    byReference.get(reference) ??
    byId.get(reference.toLowerCase()) ??
    byReference.get(id);
}

function createSums() {
  const sums = new Map<string, CurrencySum>();
  const add = (currency: string, { theirsMinor = 0, oursMinor = 0 }: Partial<CurrencySum>) => {
    const sum = sums.get(currency) ?? { currency, theirsMinor: 0, oursMinor: 0 };
    sums.set(currency, { currency, theirsMinor: sum.theirsMinor + theirsMinor, oursMinor: sum.oursMinor + oursMinor });
  };
  return {
    addOurs({ currency, postedMinor }: OurPayment): void {
      if (postedMinor !== null) add(currency, { oursMinor: postedMinor });
    },
    addTheirs({ currency, amountMinor }: ProviderRow, payment: OurPayment | undefined): void {
      add(currency ?? payment?.currency ?? 'unknown', { theirsMinor: amountMinor });
    },
    all: () => [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
}

function judge(
  theirs: ProviderRow,
  ours: OurPayment | undefined,
  { first, amountText }: Pick<CompareOptions, 'amountText'> & { first: number | undefined },
): 'matched' | Pick<Finding, 'verdict' | 'reasons'> {
  if (first !== undefined) {
    const amount = amountText(theirs.amountMinor, theirs.currency ?? ours?.currency ?? '');
    return { verdict: 'duplicate', reasons: [`line ${first} is the same payment; this line says ${amount.trim()}`] };
  }
  if (!ours) {
    return theirs.isPaid ? { verdict: 'missing at us', reasons: ['we have no such payment'] } : 'matched';
  }
  const reasons = differencesOf(ours, theirs, amountText);
  return reasons.length > 0 ? { verdict: 'different', reasons } : 'matched';
}

function widened(seen: Moment | null, at: Moment): Moment {
  if (!seen) return at;
  return { fromMs: Math.min(seen.fromMs, at.fromMs), untilMs: Math.max(seen.untilMs, at.untilMs) };
}

/** Without dates the file has no known beginning and end, so all of our payments are expected in it. */
function isWithin(at: Date, period: Moment | null): boolean {
  return !period || (at.getTime() >= period.fromMs && at.getTime() <= period.untilMs);
}
