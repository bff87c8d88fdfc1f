import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFunds, ownMinor } from '../../../src/server/ledger/rules/customer-funds.ts';
import type { HandMove } from '../../../src/server/payments/rules/decide-by-hand.ts';
import {
  decideDeposit,
  decideMove,
  decideReturn,
  creditRequirements,
} from '../../../src/server/payments/rules/decide-by-hand.ts';
import type { KeptReport } from '../../../src/server/payments/rules/decide-payment.ts';

const never = 'cards never reported this as paid';
const back = 'cards reported it as refunded';
const failed = 'it was declined, and cards reported it as failed';

const account = {
  ...{ balanceMinor: 100_000, bonusMinor: 20_000, creditMinor: 10_000, reservedMinor: 0 },
  investedMinor: 0,
};
const most = (minor: number) => `€ ${minor / 100}`;
const refusedWith = (amount: string) => ({ ok: false, problem: { code: 'VALIDATION', fields: { amount } } });

const bookOf = { deposit: 'customer', fee: 'customer', bonus: 'customer_bonus', credit: 'customer_credit' } as const;

describe('what an operator gives or takes', () => {
  test.each([
    ['deposit', 5_000, 11, 5_000],
    ['deposit', -70_000, 11, -70_000],
    ['bonus', 5_000, 4, 5_000],
    ['bonus', -20_000, 10, -20_000],
    ['credit', 5_000, 5, 5_000],
    ['credit', -10_000, 5, -10_000],
    ['fee', 70_000, 7, -70_000],
  ] as const)('%s of %d is a transaction of type %d of %d', (kind, amountMinor, typeId, signed) => {
    const decision = decideMove(account, { kind, amountMinor }, most);
    expect(decision).toEqual({ ok: true, typeId, amountMinor: signed });
  });

  test.each([
    ['deposit', -70_001, 'At most € 700 can be taken.'],
    ['bonus', -20_001, 'At most € 200 can be taken.'],
    ['credit', -10_001, 'At most € 100 can be taken.'],
    ['fee', 70_001, 'At most € 700 can be taken.'],
    ['fee', -1, 'The amount must be above zero.'],
    ['deposit', 0, 'The amount must be above zero.'],
  ] as const)('%s of %d is refused', (kind, amountMinor, words) => {
    expect(decideMove(account, { kind, amountMinor }, most)).toEqual(refusedWith(words));
  });

  test('never takes what a position needs, nor more of a book than it holds', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    const funds = fc.record({ own: cents, bonus: cents, credit: cents, investedMinor: cents });
    const kind = fc.constantFrom<HandMove['kind']>('deposit', 'bonus', 'credit', 'fee');
    fc.assert(
      fc.property(funds, kind, fc.integer({ min: -100_000, max: 100_000 }), (held, moved, amountMinor) => {
        const { own, bonus, credit, investedMinor } = held;
        const before = { balanceMinor: own + bonus + credit, bonusMinor: bonus, creditMinor: credit, reservedMinor: 0 };
        const decision = decideMove({ ...before, investedMinor }, { kind: moved, amountMinor }, most);
        if (!decision.ok || decision.amountMinor > 0) return;
        const book = bookOf[moved];
        const after = changedFunds(before, { [book]: decision.amountMinor });
        expect(Math.min(ownMinor(after), after.bonusMinor, after.creditMinor)).toBeGreaterThanOrEqual(0);
        expect(after.balanceMinor - investedMinor).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the effect of an operator’s decision on a deposit', () => {
  test.each([
    ['approve', 'pending', null, 'credit'],
    ['approve', 'pending', 'differs', 'credit'],
    ['approve', 'declined', 'failed', 'credit'],
    ['approve', 'approved', 'succeeded', 'nothing'],
    ['approve', 'approved', null, 'nothing'],
    ['approve', 'approved', 'differs', 'settle'],
    ['decline', 'pending', null, 'decline'],
    ['decline', 'declined', 'failed', 'nothing'],
    ['decline', 'declined', 'differs', 'decline'],
  ] as const)('%s of one that is %s, its payment %s: %s', (verdict, status, state, effect) => {
    expect(decideDeposit({ status, payment: state && { state } }, verdict)).toEqual({ ok: true, effect });
  });

  test('a credited deposit cannot be declined', () => {
    const refused = { ok: false, problem: { code: 'TRANSACTION_CLOSED' } };
    expect(decideDeposit({ status: 'approved', payment: { state: 'differs' } }, 'decline')).toEqual(refused);
  });
});

describe('what an operator has to say to credit a deposit', () => {
  const cards = { provider: 'cards', note: null, isAwaited: false, asks: 0 };
  const said = (...outcomes: KeptReport['outcome'][]): KeptReport[] =>
    outcomes.map((outcome) => ({ outcome, amountMinor: 100, currency: 'EUR', isSettled: false, isTaken: false }));

  test.each([
    ['a transfer that waits', 'pending', 'created', {}, [], 'nothing', ''],
    ['a payment that is waited for', 'pending', 'started', { isAwaited: true }, [], 'amount and reason', never],
    ['one that was asked about', 'pending', 'started', { asks: 3 }, [], 'amount and reason', never],
    ['one that is on its way', 'pending', 'started', {}, said('waiting'), 'amount and reason', never],
    ['what is held with money', 'pending', 'differs', {}, said('paid', 'paid'), 'amount', ''],
    ['what is held and was called off', 'cancelled', 'differs', {}, said('paid'), 'amount', ''],
    ['what an older version held', 'pending', 'differs', {}, [], 'amount', ''],
    ['a part that went back', 'pending', 'differs', {}, said('refunded'), 'amount and reason', back],
    ['what came and went back', 'pending', 'differs', {}, said('paid', 'refunded'), 'amount and reason', back],
    ['what went back before it came', 'pending', 'differs', {}, said('refunded', 'paid'), 'amount and reason', back],
    ['what failed', 'declined', 'failed', {}, said('paid', 'failed'), 'amount and reason', failed],
    ['a transfer that was declined', 'declined', 'failed', {}, [], 'amount and reason', 'it was declined'],
  ] as const)('of %s', (_what, status, state, more, reports, needs, against) => {
    const payment = { ...cards, state, ...more };
    expect(creditRequirements({ status, payment, reports })).toEqual({ needs, against });
  });

  test('if no provider was asked for the deposit', () => {
    const deposit = { payment: null, reports: [] };
    expect(creditRequirements({ ...deposit, status: 'pending' }).needs).toBe('nothing');
    expect(creditRequirements({ ...deposit, status: 'cancelled' })).toEqual({
      needs: 'amount and reason',
      against: 'the customer cancelled it',
    });
  });
});

test('only a sent withdrawal can be returned, and only once', () => {
  expect(decideReturn(['requested', 'approved', 'sent'])).toEqual({ ok: true });
  const refused = { ok: false, problem: { code: 'TRANSACTION_CLOSED' } };
  expect(decideReturn(['requested', 'approved'])).toEqual(refused);
  expect(decideReturn(['requested', 'approved', 'sent', 'returned'])).toEqual(refused);
});
