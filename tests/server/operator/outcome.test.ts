import { expect, test } from 'vitest';
import { whenText, writeTable } from '../../../src/server/operator/outcome.ts';

/** The tables that operators read. */

const columns = [
  { title: 'name', of: ({ name }: { name: string }) => name },
  { title: 'amount', of: ({ name }: { name: string }) => `EUR ${name.length}.00`, isRight: true },
  { title: 'more', of: ({ name }: { name: string }) => (name.length > 3 ? name : '') },
] as const;

test('a table has its columns below each other, amounts at their right end, and no blanks behind a line', () => {
  const rows = [{ name: 'Ada' }, { name: 'Łukasz-Jánös' }];
  expect(writeTable(columns, rows)).toBe(
    [
      'name             amount  more', // As wide as the widest of what stands in it.
      'Ada            EUR 3.00',
      'Łukasz-Jánös  EUR 12.00  Łukasz-Jánös',
    ].join('\n'),
  );
});

test('what consists of several signs is as wide as it looks', () => {
  const names = writeTable([columns[0], columns[1]], [{ name: 'o\u0308o\u0308' }, { name: 'abc' }]).split('\n');
  expect(names[1]).toBe('o\u0308o\u0308    EUR 4.00');
});

test('a cell and a line below have no line breaks, whoever wrote them', () => {
  const text = writeTable([columns[0]], [{ name: 'a\nb\t\r c' }], () => ['x\ny']);
  expect(text).toBe('name\na b c\n    x y');
});

test('an instant is told in UTC, to the minute', () => {
  expect(whenText('2026-11-02T12:34:56.789+01:00')).toBe('2026-11-02 11:34');
});
