import { expect, test } from 'vitest';
import { whenText, writeTable } from '../../../src/server/operator/outcome.ts';

/** Tests the tables that operators read. */

const columns = [
  { title: 'name', of: ({ name }: { name: string }) => name },
  { title: 'amount', of: ({ name }: { name: string }) => `EUR ${name.length}.00`, isRight: true },
  { title: 'more', of: ({ name }: { name: string }) => (name.length > 3 ? name : '') },
] as const;

test('a table has aligned columns, amounts to the right, and no trailing blanks', () => {
  const rows = [{ name: 'Ada' }, { name: 'Łukasz-Jánös' }];
  expect(writeTable(columns, rows)).toBe(
    [
      'name             amount  more', // Each column is as wide as its widest cell.
      'Ada            EUR 3.00',
      'Łukasz-Jánös  EUR 12.00  Łukasz-Jánös',
    ].join('\n'),
  );
});

test('a character of several code points is as wide as it looks', () => {
  const names = writeTable([columns[0], columns[1]], [{ name: 'o\u0308o\u0308' }, { name: 'abc' }]).split('\n');
  expect(names[1]).toBe('o\u0308o\u0308    EUR 4.00');
});

test('cells and lines below a table contain no line breaks', () => {
  const text = writeTable([columns[0]], [{ name: 'a\nb\t\r c' }], () => ['x\ny']);
  expect(text).toBe('name\na b c\n    x y');
});

test('an instant is printed in UTC, to the minute', () => {
  expect(whenText('2026-11-02T12:34:56.789+01:00')).toBe('2026-11-02 11:34');
});
