import { expect, test } from 'vitest';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../src/lib/contract/payments/payment-entities.ts';
import { trackKindOf, trackOf } from '../../../src/lib/transactions/transaction-track.ts';

const dayOf = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();

function transaction(
  typeId: number,
  status: Transaction['transaction_status'],
  ...steps: [step: TransactionStep, day: number][]
) {
  return {
    transaction_type_id: typeId,
    transaction_status: status,
    steps: steps.map(([step, day]) => ({ step, at: dayOf(day) })),
  };
}

const wordsOf = (...of: Parameters<typeof transaction>) =>
  trackOf(transaction(...of)).map(({ step, state }) => `${step} ${state}`);

test('a requested withdrawal waits for its check, and more steps are ahead', () => {
  expect(wordsOf(6, 'pending', ['requested', 1])).toEqual([
    'requested done',
    'checked now',
    'approved ahead',
    'sent ahead',
  ]);
});

test('each step has its date, sorted by time, whatever order they come in', () => {
  const stops = trackOf(transaction(6, 'approved', ['approved', 3], ['requested', 1], ['sent', 4], ['checked', 2]));
  expect(stops.map(({ step, at, state }) => [step, at, state])).toEqual([
    ['requested', dayOf(1), 'done'],
    ['checked', dayOf(2), 'done'],
    ['approved', dayOf(3), 'done'],
    ['sent', dayOf(4), 'done'],
  ]);
});

test('steps of one instant are in their usual order', () => {
  expect(wordsOf(6, 'approved', ['sent', 1], ['requested', 1], ['approved', 1])).toEqual([
    'requested done',
    'approved done',
    'sent done',
  ]);
});

test('a skipped check is not waited for', () => {
  expect(wordsOf(6, 'approved', ['requested', 1], ['approved', 2])).toEqual([
    'requested done',
    'approved done',
    'sent now',
  ]);
});

test.each(['declined', 'cancelled'] as const)('one that was %s has nothing ahead', (status) => {
  expect(wordsOf(6, status, ['requested', 1], ['checked', 2], [status, 3])).toEqual([
    'requested done',
    'checked done',
    `${status} end`,
  ]);
});

test('a returned withdrawal ends there', () => {
  expect(wordsOf(6, 'approved', ['requested', 1], ['approved', 2], ['sent', 3], ['returned', 9]).at(-1)).toBe(
    'returned end',
  );
});

test('a deposit waits to be credited', () => {
  expect(wordsOf(1, 'pending', ['requested', 1])).toEqual(['requested done', 'approved now']);
  expect(wordsOf(1, 'approved', ['requested', 1], ['approved', 1])).toEqual(['requested done', 'approved done']);
});

test('a deposit that differs from the request is checked, and no payment is waited for', () => {
  const held = (...of: Parameters<typeof transaction>) =>
    trackOf({ ...transaction(...of), checked_by_hand: 1 }).map(({ step, state }) => `${step} ${state}`);
  expect(held(1, 'pending', ['requested', 1])).toEqual(['requested done', 'checked now', 'approved ahead']);
  expect(held(1, 'cancelled', ['requested', 1], ['cancelled', 2])).toEqual(['requested done', 'cancelled end']);
});

test.each(['not_started', 'opened'] as const)('nobody waits for a deposit that was %s', (stage) => {
  const deposit = { ...transaction(1, 'pending', ['requested', 1]), stage };
  expect(trackOf(deposit).map(({ step, state }) => `${step} ${state}`)).toEqual(['requested done', 'approved idle']);
});

test('a declined deposit that was paid later was credited', () => {
  expect(wordsOf(2, 'approved', ['requested', 1], ['declined', 2], ['approved', 3])).toEqual([
    'requested done',
    'declined end',
    'approved done',
  ]);
});

test('a transaction by the broker waits for nothing', () => {
  expect(wordsOf(4, 'approved', ['approved', 1])).toEqual(['approved done']);
  expect(wordsOf(8, 'approved', ['requested', 1], ['approved', 1]), 'nobody requested it').toEqual(['approved done']);
  expect(wordsOf(5, 'approved')).toEqual([]);
  expect([4, 5, 7, 8, 10, 11].map(trackKindOf)).toEqual(Array.from({ length: 6 }, () => 'booking'));
});
