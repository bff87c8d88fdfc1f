import { expect, test } from 'vitest';
import { parseAmountWithin } from '../../../src/lib/format/amount-within.ts';

const read = (text: string, least: number, most: number) => parseAmountWithin(text, 'EUR', { least, most });

test('three digits behind a sign are thousands where only those are allowed', () => {
  expect(read('1,000', 250, 100_000)).toEqual({ ok: true, amount: 1000 });
  expect(read('1,234', 250, 100_000)).toEqual({ ok: true, amount: 1234 });
});

test('where both are allowed it is asked about', () => {
  const readings = { whole: 1000, decimal: 1 };
  expect(read('1,000', 0.01, 5000)).toEqual({ ok: false, fault: 'unclear', readings });
});

test.each([
  ['1.250', 0.01, 500, { whole: 1250, decimal: 1.25 }],
  ['1,234', 0.01, 500, { whole: 1234, decimal: 1.23 }],
  ['300.000', 250, 100_000, { whole: 300_000, decimal: 300 }],
  ['250.005', 250, 100_000, { whole: 250_005, decimal: 250 }],
] as const)(
  '%s is asked about too where only the smaller reading is within %d and %d',
  (text, least, most, readings) => {
    expect(read(text, least, most)).toEqual({ ok: false, fault: 'unclear', readings });
  },
);

test('a limit that moves never makes another amount of what stands there', () => {
  const amounts = [0.5, 1.24, 1.25, 500, 1249.99, 1250, 5000].map((most) => read('1,250', 0.01, most));
  expect(amounts.filter((parsed) => parsed.ok && parsed.amount !== 1250)).toEqual([]);
  expect(amounts.map(({ ok }) => ok)).toEqual([true, true, false, false, false, false, false]);
});

test('where neither is, the limits can say why', () => {
  expect(read('1.000', 250, 500)).toEqual({ ok: true, amount: 1000 });
  expect(read('1.000', 2000, 5000)).toEqual({ ok: true, amount: 1000 });
});

test('what is no amount is none within limits either', () => {
  expect(read('', 250, 500)).toEqual({ ok: false, fault: 'empty' });
  expect(read('1000', 250, 500)).toEqual({ ok: true, amount: 1000 });
});
