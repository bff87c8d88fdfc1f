import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import { transactionGroupOf, typeIds } from '../../lib/transactions/transaction-types.ts';
import type { SeedTransaction } from './demo-people.ts';
import { bankMethod } from './demo-people.ts';

export interface SeedStep {
  step: TransactionStep;
  at: Date;
  byOperator: string | null;
  /** The reason shown to the customer. */
  reason: string | null;
}

/** The operator who decides on the demo's money. */
export const demoOperator = 'demo';

const hourMs = 3_600_000;
/**
 * The steps after the request, each with the hours since it: minutes for a payment, as long as people need for a
 * withdrawal.
 */
type Course = readonly (readonly [step: TransactionStep, hours: number])[];

const paidOut: Course = [
  ['checked', 4.5],
  ['approved', 21],
  ['sent', 44],
];

function courseOf({ typeId, status, checked }: SeedTransaction): Course {
  const hours = typeId === typeIds.withdrawal ? 26 : 0.05;
  if (status === 'approved') return typeId === typeIds.withdrawal ? paidOut : [['approved', hours]];
  if (status !== 'pending') return [[status, hours]];
  return checked ? [['checked', 4.5]] : [];
}

/** The steps of a demo transaction in chronological order, beginning with the request. */
export function stepsOf(transaction: SeedTransaction, createdAt: Date): SeedStep[] {
  const { typeId, reason = null } = transaction;
  // No provider reported the demo's transfers and other deposits, so an operator decided on them.
  const isByOperator = (step: TransactionStep) =>
    typeId === typeIds.withdrawal || typeId === bankMethod
      ? step !== 'cancelled'
      : transactionGroupOf(typeId) === 'deposits' && step === 'approved';
  const further = courseOf(transaction).map(([step, hours]) => ({
    step,
    at: new Date(createdAt.getTime() + hours * hourMs),
    byOperator: isByOperator(step) ? demoOperator : null,
    reason: step === 'declined' || step === 'approved' ? reason : null,
  }));
  return [{ step: 'requested', at: createdAt, byOperator: null, reason: null }, ...further];
}
