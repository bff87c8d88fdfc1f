import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TransactionStep } from '../../../src/lib/contract/payments/payment-entities.ts';
import type { WithdrawalStep } from '../../../src/server/payments/rules/decide-withdrawal.ts';
import {
  decideStep,
  decideWithdrawal,
  withdrawableMinor,
} from '../../../src/server/payments/rules/decide-withdrawal.ts';

const account = { balanceMinor: 100_000, bonusMinor: 20_000, creditMinor: 10_000, reservedMinor: 0, investedMinor: 0 };
const most = (minor: number) => `€ ${minor / 100}`;

describe('what can be withdrawn', () => {
  test.each([
    ['own money, not bonuses and credit', account, 70_000],
    ['as far as no position needs it', { ...account, investedMinor: 60_000 }, 40_000],
    ['nothing, where positions need all', { ...account, investedMinor: 100_000 }, 0],
    ['nothing, where only a bonus is left', { ...account, balanceMinor: 20_000, creditMinor: 0 }, 0],
    ['nothing, where own money is below zero', { ...account, balanceMinor: 25_000 }, 0],
  ])('is %s', (_what, state, minor) => {
    expect(withdrawableMinor(state)).toBe(minor);
  });

  test('can be requested to the last cent, and not a cent more', () => {
    expect(decideWithdrawal(account, 70_000, most)).toEqual({ ok: true });
    const refused = decideWithdrawal(account, 70_001, most);
    expect(refused).toMatchObject({
      problem: { code: 'VALIDATION', fields: { amount: 'Maximum withdraw can be € 700' } },
    });
    expect(decideWithdrawal({ ...account, investedMinor: 100_000 }, 1, most)).toMatchObject({
      problem: { code: 'INSUFFICIENT_FUNDS' },
    });
  });
});

const steps: WithdrawalStep[] = ['checked', 'approved', 'sent', 'declined', 'cancelled'];

test('a repeated step does nothing', () => {
  expect(decideStep({ status: 'approved', steps: ['requested', 'approved'] }, 'approved')).toEqual({
    ok: true,
    effect: null,
  });
});

test.each([
  ['approved before it was checked', ['requested'], 'approved'],
  ['sent before it was approved', ['requested', 'checked'], 'sent'],
  ['called off after it was approved', ['requested', 'approved'], 'cancelled'],
  ['declined after it was sent', ['requested', 'approved', 'sent'], 'declined'],
  ['approved after it was called off', ['requested', 'cancelled'], 'approved'],
] as const)('a withdrawal is not %s', (_what, taken, step) => {
  expect(decideStep({ status: 'pending', steps: taken }, step)).toMatchObject({
    problem: { code: 'TRANSACTION_CLOSED' },
  });
});

test('in any order of steps, a waiting withdrawal is sent or returned at most once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), (requests) => {
      const taken: TransactionStep[] = ['requested'];
      let moves = 0;
      for (const request of requests) {
        const decision = decideStep({ status: 'pending', steps: taken }, request);
        if (!decision.ok || !decision.effect) continue;
        taken.push(request);
        if (decision.effect.money !== 'waits') moves += 1;
      }
      expect(moves).toBeLessThanOrEqual(1);
      expect(moves).toBe(taken.some((step) => ['sent', 'declined', 'cancelled'].includes(step)) ? 1 : 0);
    }),
  );
});
