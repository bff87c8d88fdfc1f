import type { ProviderRow } from './read-provider-file.ts';

/** What we know about a payment at the provider, or about other money on the provider's book. */
export interface OurPayment {
  transactionId: string;
  accountId: number;
  /**
   * Whether this is an operator's reversal of money that had come through the provider: our counterpart of a refund.
   */
  isReversed: boolean;
  /** The provider's reference for the payment. */
  reference: string | null;
  /** The requested amount in minor units; negative for a payout. */
  askedMinor: number;
  /** The amount on the provider's book, with the same sign; null if nothing is posted there. */
  postedMinor: number | null;
  /** ISO 4217. */
  currency: string;
  status: string;
  /** The operator who credited the payment. */
  creditedBy: string | null;
  /** How the payment differed from the request. */
  note: string | null;
  /** When it was posted, or last changed. */
  at: Date;
}

const dayMs = 86_400_000;

/** Describes what differs between the two sides; empty if they agree, or if neither side has money. */
export function differencesOf(
  ours: OurPayment,
  theirs: ProviderRow,
  amountText: (minor: number, currency: string) => string,
): string[] {
  const { postedMinor, askedMinor, status, at } = ours;
  const currency = theirs.currency ?? ours.currency;
  const reasons: string[] = [];
  const isPosted = postedMinor !== null;
  if (theirs.isPaid !== isPosted) {
    reasons.push(`status: ${theirs.isPaid ? 'paid' : 'not paid'} there, ${isPosted ? 'in the books' : status} here`);
  }
  if (!theirs.isPaid && !isPosted) return reasons;
  const oursMinor = postedMinor ?? askedMinor;
  if (theirs.amountMinor !== oursMinor) {
    const [there, here] = [amountText(theirs.amountMinor, currency), amountText(oursMinor, ours.currency)];
    reasons.push(`amount: ${there} there, ${here} here`);
  }
  if (currency !== ours.currency) reasons.push(`currency: ${currency} there, ${ours.currency} here`);
  const apart = theirs.at ? Math.max(theirs.at.fromMs - at.getTime(), at.getTime() - theirs.at.untilMs) : 0;
  if (theirs.at && isPosted && apart > dayMs) {
    reasons.push(`date: ${new Date(theirs.at.fromMs).toISOString()} there, ${at.toISOString()} here`);
  }
  return reasons;
}

/** A row about money that the provider returned, and our payment. */
export interface Refund {
  read: ProviderRow;
  payment: OurPayment;
}

/** Whether a row is a refund: a negative amount for a deposit, which was returned fully or in part. */
export function isRefund({ isPaid, amountMinor }: ProviderRow, payment: OurPayment): boolean {
  return isPaid && amountMinor < 0 && payment.askedMinor > 0;
}

/**
 * `reversal`: the transaction by which we reversed the same money. `netted`: the payment was refunded in full and never
 * was in our books. `refunded`: our books lack the refund.
 */
export type RefundVerdict = 'netted' | 'refunded' | { reversal: OurPayment };

/**
 * Matches refunds with reversals by operators on the same account, each reversal once. A payment that was paid at the
 * provider but is not in our books is netted if all of it was returned: the two sides then agree. `unnamed`: our
 * payments that no row mentions. `paid`: the row by which a payment was paid, by our id. Amounts in different
 * currencies are never netted.
 */
export function judgeRefunds(
  refunds: readonly Refund[],
  unnamed: readonly OurPayment[],
  { paid }: { paid: ReadonlyMap<string, ProviderRow> },
): (Refund & { verdict: RefundVerdict })[] {
  const reversals = new Set(unnamed.filter(({ isReversed, postedMinor }) => isReversed && postedMinor !== null));
  const gone = new Map<string, number>();
  for (const { read, payment } of refunds) {
    const name = nameOf(read, payment);
    gone.set(name, (gone.get(name) ?? 0) - read.amountMinor);
  }

  function judge({ read, payment }: Refund): RefundVerdict {
    const { transactionId, accountId, postedMinor } = payment;
    // The payment was never credited, so there is nothing to reverse.
    if (postedMinor === null) {
      const paidRow = paid.get(transactionId);
      const name = nameOf(read, payment);
      const isAll = paidRow && nameOf(paidRow, payment) === name && gone.get(name) === paidRow.amountMinor;
      return isAll ? 'netted' : 'refunded';
    }
    const currency = currencyOf(read, payment);
    const reversal = [...reversals].find(
      (one) => one.accountId === accountId && one.postedMinor === read.amountMinor && one.currency === currency,
    );
    if (!reversal) return 'refunded';
    reversals.delete(reversal);
    return { reversal };
  }

  return refunds.map((refund) => ({ ...refund, verdict: judge(refund) }));
}

const currencyOf = (read: ProviderRow, payment: OurPayment) => read.currency ?? payment.currency;

/** Identifies a payment together with the currency in which its money came or went. */
const nameOf = (read: ProviderRow, payment: OurPayment) => `${payment.transactionId} ${currencyOf(read, payment)}`;
