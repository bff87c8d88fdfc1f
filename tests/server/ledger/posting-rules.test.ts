import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomerFunds } from '../../../src/server/ledger/rules/customer-funds.ts';
import { noFunds, ownMinor } from '../../../src/server/ledger/rules/customer-funds.ts';
import type { PostedFact } from '../../../src/server/ledger/ledger-writer.ts';
import {
  postClose,
  postPayout,
  postRelease,
  postReservation,
  postTransaction,
} from '../../../src/server/ledger/posting-rules.ts';

const fact = { id: 'entry', recordedAt: new Date('2026-11-20T12:00:00Z'), accountId: 7 };
const funds = { balanceMinor: 100_000, bonusMinor: 20_000, creditMinor: 10_000, reservedMinor: 5_000 };

const linesOf = ({ entry }: PostedFact) =>
  entry.postings.map((posting) => {
    const { book, amountMinor } = posting;
    return 'balanceAfterMinor' in posting ? [book, amountMinor, posting.balanceAfterMinor] : [book, amountMinor];
  });

const close = (profitMinor: number, before: CustomerFunds = funds) =>
  postClose(before, { ...fact, positionId: 'p', profitMinor });

describe('a close', () => {
  test('gives a profit to the customer’s own money', () => {
    const posted = close(1_500);
    expect(linesOf(posted)).toEqual([
      ['customer', 1_500, 71_500],
      ['house', -1_500],
    ]);
    expect(posted.entry.businessKey).toBe('close:p');
    expect(posted.funds).toEqual({ ...funds, balanceMinor: 101_500 });
  });

  test('is posted even without a profit', () => {
    expect(linesOf(close(0))).toEqual([
      ['customer', 0, 70_000],
      ['house', 0],
    ]);
  });

  test('takes a loss from own money first, then from bonuses, then from credit', () => {
    expect(linesOf(close(-70_000))).toEqual([
      ['customer', -70_000, 0],
      ['house', 70_000],
    ]);
    const posted = close(-95_000);
    expect(linesOf(posted)).toEqual([
      ['customer', -70_000, 0],
      ['customer_bonus', -20_000, 0],
      ['customer_credit', -5_000, 5_000],
      ['house', 95_000],
    ]);
    expect(posted.funds).toEqual({ balanceMinor: 5_000, bonusMinor: 0, creditMinor: 5_000, reservedMinor: 5_000 });
  });
});

const transaction = (typeId: 1 | 4 | 5 | 7 | 8 | 10, amountMinor: number) =>
  postTransaction(funds, { ...fact, transactionId: 't', typeId, amountMinor, party: 'stripe' });

test.each([
  [1, 2_500, 'deposit:t', ['customer', 2_500, 72_500], ['provider', -2_500]],
  [4, 2_500, 'bonus:t', ['customer_bonus', 2_500, 22_500], ['bonus', -2_500]],
  [10, -2_500, 'bonus:t', ['customer_bonus', -2_500, 17_500], ['bonus', 2_500]],
  [5, 2_500, 'credit:t', ['customer_credit', 2_500, 12_500], ['credit', -2_500]],
  [7, -2_500, 'fee:t', ['customer', -2_500, 67_500], ['fees', 2_500]],
  [8, 2_500, 'return:t', ['customer', 2_500, 72_500], ['provider', -2_500]],
] as const)('a transaction of type %i of %i is the fact %s', (typeId, amountMinor, key, ...lines) => {
  const posted = transaction(typeId, amountMinor);
  expect(posted.entry.businessKey).toBe(key);
  expect(linesOf(posted)).toEqual(lines);
});

test('each provider has a balance of its own', () => {
  expect(transaction(1, 2_500).entry.postings).toContainEqual({
    book: 'provider',
    party: 'stripe',
    amountMinor: -2_500,
  });
});

test('a withdrawal waits outside the balance, and leaves or comes back', () => {
  const known = { ...fact, transactionId: 't', amountMinor: -30_000 };
  const reserved = postReservation(funds, known);
  expect(linesOf(reserved)).toEqual([
    ['customer', -30_000, 40_000],
    ['customer_reserved', 30_000, 35_000],
  ]);
  expect(reserved.funds).toEqual({ ...funds, balanceMinor: 70_000, reservedMinor: 35_000 });
  expect(postRelease(reserved.funds, known).funds).toEqual(funds);
  const sent = postPayout(reserved.funds, { ...known, party: 'bank' });
  expect(linesOf(sent)).toEqual([
    ['customer_reserved', -30_000, 5_000],
    ['provider', 30_000],
  ]);
  const keys = [reserved, postRelease(reserved.funds, known), sent].map(({ entry }) => entry.businessKey);
  expect(new Set(keys).size).toBe(3);
});

test('no loss makes own money, bonus or credit negative while there is a balance', () => {
  const amount = fc.nat(1_000_000);
  const start = fc.record({ own: amount, bonusMinor: amount, creditMinor: amount, reservedMinor: amount });
  const results = fc.array(fc.tuple(fc.boolean(), fc.nat(400_000)), { maxLength: 20 });
  fc.assert(
    fc.property(start, results, ({ own, ...parts }, closes) => {
      let now: CustomerFunds = { ...parts, balanceMinor: own + parts.bonusMinor + parts.creditMinor };
      for (const [isProfit, size] of closes) {
        // Nobody loses more than the balance, because a position's amount is within the free margin.
        const profitMinor = isProfit ? size : -Math.min(size, now.balanceMinor);
        const before = now.balanceMinor;
        now = close(profitMinor, now).funds;
        expect(now.balanceMinor).toBe(before + profitMinor);
        expect(Math.min(ownMinor(now), now.bonusMinor, now.creditMinor)).toBeGreaterThanOrEqual(0);
        expect(now.reservedMinor).toBe(parts.reservedMinor);
      }
    }),
  );
});

test('an empty account can be given money', () => {
  const posted = postTransaction(noFunds, { ...fact, transactionId: 't', typeId: 4, amountMinor: 100, party: '' });
  expect(posted.funds).toEqual({ balanceMinor: 100, bonusMinor: 100, creditMinor: 0, reservedMinor: 0 });
});
