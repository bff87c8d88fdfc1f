import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import { loadReports } from '../inbox/report-rows.ts';
import type { HeldTransaction } from '../money-rows.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { wordsForAmount, wordsForCredit } from '../rules/credit-words.ts';
import type { DepositVerdict } from '../rules/decide-by-hand.ts';

export interface DepositWord {
  transactionId: string;
  verdict: DepositVerdict;
  /** What has come, where it is not what was asked for; above zero. */
  amountMinor?: number;
  /** What the customer is told of it. */
  reason?: string;
}

/** A deposit with its rows locked, and what an operator says of it. */
export interface Crediting {
  held: HeldTransaction;
  payment: PaymentRow | null;
  word: DepositWord;
}

/**
 * What speaks against a credit, where the operator has said all that is wanted of it: only whoever looked knows how much
 * has come of what was reported otherwise, and why something is credited that nobody reported or that is not what was
 * asked for. Problem: VALIDATION with `amount` or `reason`.
 */
export async function judgeCredit(
  connection: Queries,
  { held: { status, amountMinor: askedMinor }, payment, word: { amountMinor, reason } }: Crediting,
): Promise<Result<{ against: string }>> {
  const reports = payment ? await loadReports(connection, payment.transactionId) : [];
  const words = wordsForCredit({ status, payment, reports });
  const { needs, against } = words;
  if (needs === 'amount and reason' && (amountMinor === undefined || reason === undefined)) {
    const amount = `${capital(against)}. Where its money has come all the same, say how much with --amount, and why with --reason: the customer reads it.`;
    return refuse('VALIDATION', { fields: { amount } });
  }
  if (needs === 'amount' && amountMinor === undefined) {
    return refuse('VALIDATION', { fields: { amount: unclear(payment?.note ?? null) } });
  }
  const why = wordsForAmount(words, { askedMinor, saidMinor: amountMinor });
  if (why !== null && reason === undefined) return refuse('VALIDATION', { fields: { reason: unreasoned[why] } });
  return { ok: true, against };
}

const unreasoned = {
  other: 'This is not the amount that was asked for. Say why with --reason: the customer reads it.',
  unreported: 'No provider reported how much came. Say with --reason how you know: the customer reads it.',
};

/** Of a sentence of ours; the names of providers are small. */
const capital = (text: string) => text.replace(/^it/, 'It');

const unclear = (note: string | null) =>
  `${note === null ? '' : `It is not as it was asked for: ${note}. `}Say what is to be credited, with --amount.`;
