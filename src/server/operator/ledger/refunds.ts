import type { OurPayment } from './payment-differences.ts';
import type { ProviderLine } from './provider-lines.ts';

/** Money that went back at the provider. */
export interface Refund {
  read: ProviderLine;
  payment: OurPayment;
}

/** A line below zero of a payment that came in: what came went back, or a part of it. */
export function isRefund({ isPaid, amountMinor }: ProviderLine, payment: OurPayment): boolean {
  return isPaid && amountMinor < 0 && payment.askedMinor > 0;
}

/** `taken` is ours that it agrees with. `netted`: nothing of it was ever in our books. `refunded`: it is missing in them. */
export type RefundVerdict = 'netted' | 'refunded' | { taken: OurPayment };

/**
 * Nets refunds against what operators have taken back from the same account, each once, and against what was paid there and is not in our
 * books: where all of that went back, the two sides agree. `unnamed`: ours of which no line says anything.
 * `paid`: the line by which a payment came, by our name for it. Money of two currencies nets nothing.
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
