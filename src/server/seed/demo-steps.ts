import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import { transactionGroupOf, typeIds } from '../../lib/transactions/transaction-types.ts';
import type { SeedTransaction } from './demo-people.ts';
import { bankMethod } from './demo-people.ts';

export interface SeedStep {
  step: TransactionStep;
  at: Date;
  byOperator: string | null;
  /** The reason that the customer is told. */
  reason: string | null;
}

/** The operator who decides on the demo's money. */
export const demoOperator = 'demo';

const hourMs = 3_600_000;
/**
 * How many hours after the request each further step was taken: minutes for a payment, as long as people take for a
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

/** The steps of a demo transaction, in the order of time, the request first. */
export function stepsOf(transaction: SeedTransaction, createdAt: Date): SeedStep[] {
  const { typeId, reason = null } = transaction;
  // Nobody reports bank transfers, so an operator checked them; nor did a provider report the demo's deposits.
  const isOperators = (step: TransactionStep) =>
    typeId === typeIds.withdrawal || typeId === bankMethod
      ? step !== 'cancelled'
      : transactionGroupOf(typeId) === 'deposits' && step === 'approved';
  const further = courseOf(transaction).map(([step, hours]) => ({
    step,
    at: new Date(createdAt.getTime() + hours * hourMs),
    byOperator: isOperators(step) ? demoOperator : null,
    reason: step === 'declined' || step === 'approved' ? reason : null,
  }));
  return [{ step: 'requested', at: createdAt, byOperator: null, reason: null }, ...further];
}
