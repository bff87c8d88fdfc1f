import { atom } from 'nanostores';
import { parseMoney } from '../../lib/format/parse-number.ts';
import { calculate } from '../../lib/trading/calculate.ts';
import type { CalculatorRow } from '../../lib/trading/calculate.ts';
import { toMinor } from '../../lib/money.ts';
import { $draft } from './ticket.ts';

/** The calculator's inputs as typed, kept when its tab closes. */
export interface CalculatorInput {
  amount: string;
  percent: string;
}
export const calculatorFields = ['amount', 'percent'] as const;

export const $calculator = atom<CalculatorInput>({ amount: '100', percent: '5' });

/** The minimum of each field: major units, percent. */
export const calculatorMinimum = 1;

export type CalculatorFault = 'required' | 'form' | 'minimum';

/** The fault in a field's text; undefined if the text is valid. */
export function calculatorFault(text: string): CalculatorFault | undefined {
  if (text.trim() === '') return 'required';
  const value = parseMoney(text);
  if (value === null) return 'form';
  return value < calculatorMinimum ? 'minimum' : undefined;
}

/** The rows for the current inputs; null while one of them has a fault. */
export function calculatorRows({ amount, percent }: CalculatorInput): CalculatorRow[] | null {
  if (calculatorFault(amount) ?? calculatorFault(percent)) return null;
  return calculate(toMinor(parseMoney(amount) ?? 0), parseMoney(percent) ?? 0);
}

/** Copies the amount from the ticket. */
export function copyFromTicket(): void {
  $calculator.set({ ...$calculator.get(), amount: $draft.get().amount });
}
