import type { PaymentReport } from './decide-payment.ts';

/** An unreported deposit that is due to be polled. */
export interface SilentPayment {
  /** Including the poll in progress. */
  asks: number;
  /** Time since its customer began it. */
  ageMs: number;
}

/** The result of a poll: a report, or none (`mute`: the provider is never asked; `unavailable`: it did not answer). */
export type AskAnswer = PaymentReport | 'mute' | 'unavailable';

export type AskDecision =
  /** Settle it by the provider's report. */
  | { kind: 'settle'; report: PaymentReport }
  /** Nobody paid in time: it counts as failed. A later `paid` is still credited. */
  | { kind: 'expire' }
  | { kind: 'later'; afterMs: number };

const minuteMs = 60_000;

/** How long after the start a payment is polled for the first time; most reports have arrived by then. */
export const firstAskMs = minuteMs;

/** Whoever has not paid by then will not pay any more. */
export const payWithinMs = 24 * 60 * minuteMs;

/**
 * How long a provider may be unreachable before the payment counts as failed, although the provider may know better.
 */
export const reachWithinMs = 72 * 60 * minuteMs;

/** How long money may be on its way after the provider said that it is. */
export const arriveWithinMs = 14 * payWithinMs;

/** The waits after the first, the second… poll; then always the last. */
const waitsMs = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

/** Decides what follows from polling a deposit. */
export function decideAsk({ asks, ageMs }: SilentPayment, answer: AskAnswer): AskDecision {
  const isReport = typeof answer !== 'string';
  if (isReport && answer.outcome !== 'waiting') return { kind: 'settle', report: answer };
  const isUnderWay = isReport && answer.isUnderWay === true;
  const leftMs = (isUnderWay ? arriveWithinMs : answer === 'unavailable' ? reachWithinMs : payWithinMs) - ageMs;
  if (leftMs <= 0) return { kind: 'expire' };
  const waitMs = answer === 'mute' ? leftMs : (waitsMs[Math.max(0, asks - 1)] ?? 60 * minuteMs);
  return { kind: 'later', afterMs: Math.min(waitMs, leftMs) };
}
