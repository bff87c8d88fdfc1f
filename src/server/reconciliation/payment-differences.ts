import type { ProviderLine } from './provider-lines.ts';

/** What we know of a payment at the provider, or of money that was posted to lie with it. */
export interface OurPayment {
  transactionId: string;
  accountId: number;
  /** An operator took it from what had come by the provider: what a refund there is here. */
  isTakenBack: boolean;
  /** The provider's own name for it. */
  reference: string | null;
  /** What was asked for in minor units; below zero for what was paid out. */
  askedMinor: number;
  /** What the book of the provider has of it, with the same sign; null: nothing. */
  postedMinor: number | null;
  /** ISO 4217. */
  currency: string;
  status: string;
  /** Of a payment: the operator by whose word it was credited, and what was not as it was asked for. */
  creditedBy: string | null;
  note: string | null;
  /** When it was posted, or last changed. */
  at: Date;
}

const dayMs = 86_400_000;

/** What is not the same on both sides, in words; nothing where neither has money of it. */
export function differencesOf(
  ours: OurPayment,
  theirs: ProviderLine,
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

/** Money that went back at the provider. */
export interface Refund {
  read: ProviderLine;
  payment: OurPayment;
}

/** A line below zero of a payment that came in: what came went back, or a part of it. */
export function isRefund({ isPaid, amountMinor }: ProviderLine, payment: OurPayment): boolean {
  return isPaid && amountMinor < 0 && payment.askedMinor > 0;
}

/**
 * `taken` is ours that it agrees with. `netted`: nothing of it was ever in our books. `refunded`: it is missing in
 * them.
 */
export type RefundVerdict = 'netted' | 'refunded' | { taken: OurPayment };

/**
 * Nets refunds against what operators have taken back from the same account, each once, and against what was paid
 * there and is not in our books: where all of that went back, the two sides agree. `unnamed`: ours of which no line
 * says anything. `paid`: the line by which a payment came, by our name for it. Money of two currencies nets nothing.
 */
export function judgeRefunds(
  refunds: readonly Refund[],
  unnamed: readonly OurPayment[],
  { paid }: { paid: ReadonlyMap<string, ProviderLine> },
): (Refund & { verdict: RefundVerdict })[] {
  const takings = new Set(unnamed.filter(({ isTakenBack, postedMinor }) => isTakenBack && postedMinor !== null));
  const gone = new Map<string, number>();
  for (const { read, payment } of refunds) {
    const name = nameOf(read, payment);
    gone.set(name, (gone.get(name) ?? 0) - read.amountMinor);
  }

  function judge({ read, payment }: Refund): RefundVerdict {
    const { transactionId, accountId, postedMinor } = payment;
    // What was never credited is nothing that an operator would take back.
    if (postedMinor === null) {
      const came = paid.get(transactionId);
      const name = nameOf(read, payment);
      const isAll = came && nameOf(came, payment) === name && gone.get(name) === came.amountMinor;
      return isAll ? 'netted' : 'refunded';
    }
    const currency = currencyOf(read, payment);
    const taken = [...takings].find(
      (one) => one.accountId === accountId && one.postedMinor === read.amountMinor && one.currency === currency,
    );
    if (!taken) return 'refunded';
    takings.delete(taken);
    return { taken };
  }

  return refunds.map((refund) => ({ ...refund, verdict: judge(refund) }));
}

const currencyOf = (read: ProviderLine, payment: OurPayment) => read.currency ?? payment.currency;

/** A payment, and the currency in which money of it came or went. */
const nameOf = (read: ProviderLine, payment: OurPayment) => `${payment.transactionId} ${currencyOf(read, payment)}`;
