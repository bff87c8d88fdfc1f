import { expect, test } from 'vitest';
import { parseAmount } from '../../../src/lib/format/parse-amount.ts';
import { checkWithdrawal } from '../../../src/stores/payments/withdrawal.ts';

const read = (amount: string) => parseAmount(amount, 'EUR');

test.each([
  ['', 'unread'],
  ['0', 'zero'],
  ['0,00', 'zero'],
  ['ten', 'unread'],
  ['1.000,00', 'maximum'],
  ['-5', 'unread'],
  ['1.234', 'unread'],
  ['250.01', 'maximum'],
  ['250,00', undefined],
  ['€ 250', undefined],
  ['0.01', undefined],
] as const)('of 250.00, %j is %s', (amount, fault) => {
  expect(checkWithdrawal({ amount: read(amount), comments: 'To my account' }, 250).amount).toBe(fault);
});

test('comments are required, and blanks do not count', () => {
  const amount = read('1');
  expect(checkWithdrawal({ amount, comments: ' \n' }, 250)).toEqual({ amount: undefined, comments: 'required' });
  expect(checkWithdrawal({ amount, comments: 'x' }, 250).comments).toBeUndefined();
});
