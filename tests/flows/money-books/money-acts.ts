import fc from 'fast-check';
import type { Report } from '../../support/payments/hooked-provider.ts';

/**
 * Acts of customers, providers and operators. A deposit, withdrawal or position is named by its index counted from the
 * newest, an account by 0 or 1.
 */
export type MoneyAct =
  | { act: 'deposit'; account: number; amountMinor: number; byBank: boolean }
  | { act: 'send'; deposit: number }
  | {
      act: 'report';
      deposit: number;
      status: Report['status'];
      /**
       * `partly`: less than was requested. `foreign`: in another currency. `twice`: two payments with different names
       * at the provider. `unknown`: a payment that does not exist.
       */
      about: 'all' | 'partly' | 'foreign' | 'twice' | 'unknown';
      byReference: boolean;
      /** All such reports of a deposit share one event id. */
      isOfOneId: boolean;
      isForged: boolean;
      times: number;
    }
  | { act: 'withdraw'; account: number; percent: number; times: number }
  | { act: 'cancel'; isDeposit: boolean; which: number }
  | { act: 'operator'; isDeposit: boolean; which: number; word: OperatorWord; isLess: boolean }
  | { act: 'give'; account: number; kind: 'deposit' | 'bonus' | 'credit' | 'fee'; amountMinor: number }
  | { act: 'open'; account: number; amountMinor: number; leverage: number; isBuy: boolean }
  | { act: 'close'; position: number }
  | { act: 'quote'; bid: number };

export type OperatorWord = 'check' | 'approve' | 'decline' | 'send' | 'return';

const operatorWords: OperatorWord[] = [
  ...(['check', 'check', 'check', 'approve', 'approve', 'approve', 'decline', 'send', 'send', 'return'] as const),
];
const account = fc.nat({ max: 1 });
const which = fc.nat({ max: 4 });

const deposit = fc.record({
  ...{ act: fc.constant('deposit'), account, amountMinor: fc.integer({ min: 25_000, max: 60_000 }) },
  byBank: fc.boolean(),
});

const report = fc.record({
  act: fc.constant('report'),
  deposit: which,
  status: fc.constantFrom<Report['status']>('paid', 'paid', 'paid', 'paid', 'failed', 'refunded', 'waiting'),
  about: fc.constantFrom('all', 'all', 'all', 'all', 'all', 'partly', 'foreign', 'twice', 'twice', 'unknown'),
  byReference: fc.boolean(),
  isOfOneId: fc.boolean(),
  isForged: fc.constantFrom(false, false, false, true),
  times: fc.integer({ min: 1, max: 3 }),
});

const act: fc.Arbitrary<MoneyAct> = fc.oneof(
  { weight: 5, arbitrary: deposit },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('send'), deposit: which }) },
  { weight: 9, arbitrary: report },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ act: fc.constant('withdraw'), account, percent: fc.constantFrom(1, 5, 10, 40, 100, 120) },
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel'), isDeposit: fc.boolean(), which }) },
  {
    weight: 10,
    arbitrary: fc.record({
      ...{ act: fc.constant('operator'), isDeposit: fc.constantFrom(true, false, false), which },
      word: fc.constantFrom<OperatorWord>(...operatorWords),
      // For deposits: a cent less has arrived than was requested.
      isLess: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ act: fc.constant('give'), account, amountMinor: fc.integer({ min: -20_000, max: 20_000 }) },
      kind: fc.constantFrom('deposit', 'bonus', 'credit', 'fee'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ act: fc.constant('open'), account, amountMinor: fc.integer({ min: 1_000, max: 60_000 }) },
      ...{ leverage: fc.constantFrom(1, 3), isBuy: fc.boolean() },
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('close'), position: which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('quote'), bid: fc.integer({ min: 57_000, max: 63_000 }) }) },
);

/** Acts that arrive at once, and whether the server restarts before them. */
export interface MoneyWave {
  isAfterRestart: boolean;
  acts: MoneyAct[];
}

export const moneyWaves: fc.Arbitrary<MoneyWave[]> = fc.array(
  fc.record({
    isAfterRestart: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
    acts: fc.array(act, { minLength: 5, maxLength: 14, size: 'max' }),
  }),
  // Long enough to request a payment, send it, report it, decide on it and repeat it.
  { minLength: 12, maxLength: 16, size: 'max' },
);
