import { expect, test } from 'vitest';
import {
  $calculator,
  calculatorFault,
  calculatorRows,
  copyFromTicket,
} from '../../../src/stores/trading/calculator.ts';
import { keepDraft } from '../../../src/stores/trading/ticket.ts';

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['0.99', 'minimum'],
  ['x', 'form'],
  ['1.005', 'form'],
  ['1', undefined],
  ['12,5', undefined],
])('%o is %o', (text, fault) => {
  expect(calculatorFault(text)).toBe(fault);
});

test('there are rows if both fields are valid', () => {
  expect(calculatorRows({ amount: '100', percent: '2.5' })?.[0]).toMatchObject({ gainMinor: 250, lossMinor: -250 });
  expect(calculatorRows({ amount: '100', percent: '' })).toBeNull();
  expect(calculatorRows({ amount: '0.5', percent: '5' })).toBeNull();
});

test('the amount of the ticket is copied, the percentage stays', () => {
  $calculator.set({ amount: '100', percent: '7' });
  keepDraft({ amount: '1250.50' });
  copyFromTicket();
  expect($calculator.get()).toEqual({ amount: '1250.50', percent: '7' });
});
