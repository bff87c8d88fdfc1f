import type { ProviderRow } from './read-provider-file.ts';

/** What we know of a payment at the provider, or of other money on the provider's book. */
export interface OurPayment {
  transactionId: string;
  accountId: number;
  /** An operator reversed it after it had come by the provider: our counterpart of a refund. */
  isReversed: boolean;
  /** The provider's own id of it. */
  reference: string | null;
  /** The requested amount in minor units; negative for a payout. */
  askedMinor: number;
  /** The amount on the provider's book, with the same sign; null: none. */
  postedMinor: number | null;
  /** ISO 4217. */
  currency: string;
  status: string;
  /** The operator who credited the payment, and how it differed from the request. */
  creditedBy: string | null;
  note: string | null;
  /** When it was posted, or last changed. */
  at: Date;
}

const dayMs = 86_400_000;

/** What differs between the two sides, in words; empty if neither has money of it. */
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

/** Money that the provider returned. */
export interface Refund {
  read: ProviderRow;
  payment: OurPayment;
}

/** A negative line for a deposit: the deposit was returned, fully or in part. */
export function isRefund({ isPaid, amountMinor }: ProviderRow, payment: OurPayment): boolean {
  return isPaid && amountMinor < 0 && payment.askedMinor > 0;
}

/**
 * `reversal`: the one of ours that matches it. `netted`: nothing of it was ever in our books. `refunded`: our books
 * lack it.
 */
export type RefundVerdict = 'netted' | 'refunded' | { reversal: OurPayment };

/**
 * Nets refunds against what operators have reversed on the same account, each once, and against what was paid there but
 * is not in our books: if all of that was returned, the two sides agree. `unnamed`: ours that no line mentions. `paid`:
 * the line by which a payment came, by our id. Amounts in different currencies are never netted.
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
    // It was never credited, so there is nothing to reverse.
    if (postedMinor === null) {
      const came = paid.get(transactionId);
      const name = nameOf(read, payment);
      const isAll = came && nameOf(came, payment) === name && gone.get(name) === came.amountMinor;
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
