import type { TransactionDetails, TransactionStep } from '../contract/payments/payment-entities.ts';
import { transactionGroupOf } from './transaction-types.ts';

/** A withdrawal has another way than a deposit; what the broker books by itself has none. */
export type TrackKind = 'withdrawal' | 'deposit' | 'booking';

/** A stop on the way of a transaction. */
export interface TrackStop {
  step: TransactionStep;
  /** When it was reached, ISO 8601 in UTC; null: not yet. */
  at: string | null;
  /**
   * `now`: what is waited for. `end`: the way ended here, before its goal. `idle`: nobody waits for it, because it was
   * not begun, or not paid as far as is known.
   */
  state: 'done' | 'now' | 'ahead' | 'end' | 'idle';
}

/** Where each leads, as long as nothing ends it. */
const ways: Readonly<Record<TrackKind, readonly TransactionStep[]>> = {
  withdrawal: ['requested', 'checked', 'approved', 'sent'],
  deposit: ['requested', 'approved'],
  booking: [],
};

/** Of steps of one instant the one with the lower rank came first. */
const ranks: Readonly<Record<TransactionStep, number>> = {
  ...{ requested: 0, checked: 1, approved: 2, sent: 3 },
  ...{ declined: 4, cancelled: 5, returned: 6 },
};
const rankOf = (step: TransactionStep) => ranks[step];

/** Where the way ends before its goal: nothing comes after. */
const ends: ReadonlySet<TransactionStep> = new Set(['declined', 'cancelled', 'returned']);

export function trackKindOf(typeId: number): TrackKind {
  if (typeId === 6) return 'withdrawal';
  // A deposit by hand was never asked for.
  return transactionGroupOf(typeId) === 'deposits' && typeId !== 11 ? 'deposit' : 'booking';
}

/** What its way is told from. */
type Tracked = Pick<TransactionDetails, 'transaction_type_id' | 'transaction_status' | 'steps'> &
  Partial<Pick<TransactionDetails, 'checked_by_hand' | 'stage'>>;

/** A deposit is only looked at by somebody where it is not as it was asked for. */
function wayOf(typeId: number, isChecked: boolean): readonly TransactionStep[] {
  const kind = trackKindOf(typeId);
  return kind === 'deposit' && isChecked ? ['requested', 'checked', 'approved'] : ways[kind];
}

/** The way of a transaction: the stops that were reached in the order of time, and those that lie ahead. */
export function trackOf({
  transaction_type_id: typeId,
  transaction_status: status,
  checked_by_hand: isChecked,
  stage,
  steps,
}: Tracked): TrackStop[] {
  // What the broker books was wished for by nobody.
  const told = trackKindOf(typeId) === 'booking' && steps.length > 1 ? steps.filter(isNoWish) : steps;
  const taken = told.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || rankOf(one.step) - rankOf(other.step),
  );
  const reached = taken.map(({ step, at }): TrackStop => ({ step, at, state: ends.has(step) ? 'end' : 'done' }));
  const last = Math.max(-1, ...taken.map(({ step }) => rankOf(step)));
  const isOver = status === 'declined' || status === 'cancelled' || taken.some(({ step }) => ends.has(step));
  // What was left out on the way is not made up for.
  const ahead = isOver ? [] : wayOf(typeId, isChecked === 1).filter((step) => rankOf(step) > last);
  const next = stage === 'not_started' || stage === 'opened' ? 'idle' : 'now';
  return [
    ...reached,
    ...ahead.map((step, index): TrackStop => ({ step, at: null, state: index === 0 ? next : 'ahead' })),
  ];
}

const isNoWish = ({ step }: { step: TransactionStep }) => step !== 'requested';

/** Whether something of it is still to come. */
export function isUnderWay(details: Tracked): boolean {
  return trackOf(details).some(({ state }) => state === 'now');
}
