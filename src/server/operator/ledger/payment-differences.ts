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
