import type { PaymentReport } from './decide-payment.ts';

/** An unreported deposit that is due to be polled. */
export interface UnreportedPayment {
  /** The number of polls, including the one in progress. */
  asks: number;
  /** Time since its customer began it. */
  ageMs: number;
}

/** The result of a poll: a report, or none (`mute`: the provider is never asked; `unavailable`: it did not answer). */
export type AskAnswer = PaymentReport | 'mute' | 'unavailable';

export type AskDecision =
  /** Settle it by the provider's report. */
  | { kind: 'settle'; report: PaymentReport }
  /** Nobody paid in time, so the payment counts as failed. A later `paid` is still credited. */
  | { kind: 'expire' }
  | { kind: 'later'; afterMs: number };

const minuteMs = 60_000;

/** A payment is polled for the first time this long after the start; most reports have arrived by then. */
export const firstAskMs = minuteMs;

/** A payment of this age expires if it is still unpaid. */
export const payWithinMs = 24 * 60 * minuteMs;

/** A payment of this age counts as failed if its provider cannot be reached, although it may have been paid. */
export const reachWithinMs = 72 * 60 * minuteMs;

/** A payment of this age expires even if its provider says that the money is on its way. */
export const arriveWithinMs = 14 * payWithinMs;

/** The waits after the first poll, the second and so on; every later wait is as long as the last. */
const waitsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

/** Decides whether a deposit is settled, expires or is polled again later. */
export function decideAsk({ asks, ageMs }: UnreportedPayment, answer: AskAnswer): AskDecision {
  const isReport = typeof answer !== 'string';
  if (isReport && answer.outcome !== 'waiting') return { kind: 'settle', report: answer };
  const isUnderWay = isReport && answer.isUnderWay === true;
  const leftMs = (isUnderWay ? arriveWithinMs : answer === 'unavailable' ? reachWithinMs : payWithinMs) - ageMs;
  if (leftMs <= 0) return { kind: 'expire' };
  const waitMs = answer === 'mute' ? leftMs : (waitsMs[Math.max(0, asks - 1)] ?? 60 * minuteMs);
  return { kind: 'later', afterMs: Math.min(waitMs, leftMs) };
}
