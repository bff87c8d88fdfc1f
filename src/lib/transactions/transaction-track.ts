import type { TransactionDetails, TransactionStep } from '../contract/payments/payment-entities.ts';
import { transactionGroupOf } from './transaction-types.ts';

/** The timelines of withdrawals and deposits differ; bookings that the broker makes on its own have none. */
export type TrackKind = 'withdrawal' | 'deposit' | 'booking';

/** One step on the timeline of a transaction. */
export interface TrackStop {
  step: TransactionStep;
  /** When it was reached, ISO 8601 in UTC; null if not yet. */
  at: string | null;
  /**
   * `now`: the transaction waits for this step. `end`: it ended here, without success. `idle`: nobody is working on it,
   * because it was not started or, as far as is known, not paid.
   */
  state: 'done' | 'now' | 'ahead' | 'end' | 'idle';
}

/** The steps of each kind if nothing ends it early. */
const usualSteps: Readonly<Record<TrackKind, readonly TransactionStep[]>> = {
  withdrawal: ['requested', 'checked', 'approved', 'sent'],
  deposit: ['requested', 'approved'],
  booking: [],
};

/** Orders steps that have the same instant: the lower rank came first. */
const ranks: Readonly<Record<TransactionStep, number>> = {
  ...{ requested: 0, checked: 1, approved: 2, sent: 3 },
  ...{ declined: 4, cancelled: 5, returned: 6 },
};
const rankOf = (step: TransactionStep) => ranks[step];

/** The steps that end a transaction without success: nothing follows them. */
const ends: ReadonlySet<TransactionStep> = new Set(['declined', 'cancelled', 'returned']);

export function trackKindOf(typeId: number): TrackKind {
  if (typeId === 6) return 'withdrawal';
  // Nobody requested a deposit that an operator made by hand.
  return transactionGroupOf(typeId) === 'deposits' && typeId !== 11 ? 'deposit' : 'booking';
}

/** The facts that the timeline is made from. */
type Tracked = Pick<TransactionDetails, 'transaction_type_id' | 'transaction_status' | 'steps'> &
  Partial<Pick<TransactionDetails, 'checked_by_hand' | 'stage'>>;

/** A deposit is only checked by hand if the provider's report differs from the request. */
function usualStepsOf(typeId: number, isChecked: boolean): readonly TransactionStep[] {
  const kind = trackKindOf(typeId);
  return kind === 'deposit' && isChecked ? ['requested', 'checked', 'approved'] : usualSteps[kind];
}

/** The timeline of a transaction: the steps reached, in order of time, and those that lie ahead. */
export function trackOf({
  transaction_type_id: typeId,
  transaction_status: status,
  checked_by_hand: isChecked,
  stage,
  steps,
}: Tracked): TrackStop[] {
  // Nobody requested what the broker booked on its own, so that step is left out.
  const shownSteps = trackKindOf(typeId) === 'booking' && steps.length > 1 ? steps.filter(isNotRequested) : steps;
  const sorted = shownSteps.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || rankOf(one.step) - rankOf(other.step),
  );
  const reached = sorted.map(({ step, at }): TrackStop => ({ step, at, state: ends.has(step) ? 'end' : 'done' }));
  const last = Math.max(-1, ...sorted.map(({ step }) => rankOf(step)));
  const isOver = status === 'declined' || status === 'cancelled' || sorted.some(({ step }) => ends.has(step));
  // Steps that were skipped are not shown as still ahead.
  const ahead = isOver ? [] : usualStepsOf(typeId, isChecked === 1).filter((step) => rankOf(step) > last);
  const next = stage === 'not_started' || stage === 'opened' ? 'idle' : 'now';
  return [
    ...reached,
    ...ahead.map((step, index): TrackStop => ({ step, at: null, state: index === 0 ? next : 'ahead' })),
  ];
}

const isNotRequested = ({ step }: { step: TransactionStep }) => step !== 'requested';
