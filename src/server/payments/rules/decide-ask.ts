import type { PaymentReport } from './payment-report.ts';

/** A deposit that nothing has been reported of, when it is its turn to be asked about. */
export interface SilentPayment {
  /** The one that is under way included. */
  asks: number;
  /** Since its customer began it. */
  ageMs: number;
}

/**
 * What asking came to: a report, or that the provider cannot say (`mute`: it is never asked; `unavailable`: it did not
 * answer).
 */
export type AskAnswer = PaymentReport | 'mute' | 'unavailable';

export type AskDecision =
  /** It is settled as the provider says. */
  | { kind: 'settle'; report: PaymentReport }
  /** Nobody has paid in time: it counts as failed. A `paid` that comes after it is credited all the same. */
  | { kind: 'expire' }
  | { kind: 'later'; afterMs: number };

const minuteMs = 60_000;

/**
 * It is asked about for the first time so long after its provider was asked where its customer pays: a report has
 * mostly come by then.
 */
export const firstAskMs = minuteMs;

/** Who has not paid after this does not any more. */
export const payWithinMs = 24 * 60 * minuteMs;

/** So long a provider may be out of reach before we count a payment as failed that it may know better of. */
export const reachWithinMs = 72 * 60 * minuteMs;

/** So long money may be on its way of which the provider says that it is. */
export const arriveWithinMs = 14 * payWithinMs;

/** After the first, the second… time; then always the last. */
const waitsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

/** Decides what comes of asking about a deposit. */
export function decideAsk({ asks, ageMs }: SilentPayment, answer: AskAnswer): AskDecision {
  const isReport = typeof answer !== 'string';
  if (isReport && answer.outcome !== 'waiting') return { kind: 'settle', report: answer };
  const isUnderWay = isReport && answer.isUnderWay === true;
  const leftMs = (isUnderWay ? arriveWithinMs : answer === 'unavailable' ? reachWithinMs : payWithinMs) - ageMs;
  if (leftMs <= 0) return { kind: 'expire' };
  const waitMs = answer === 'mute' ? leftMs : (waitsMs[Math.max(0, asks - 1)] ?? 60 * minuteMs);
  return { kind: 'later', afterMs: Math.min(waitMs, leftMs) };
}
