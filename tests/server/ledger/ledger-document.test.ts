import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ledgerBooks } from '../../../src/lib/transactions/ledger-books.ts';
import { factKinds } from '../../../src/server/ledger/fact-kinds.ts';

/** Tests that docs/ledger.md lists exactly what is in the code. */

const document = readFileSync('docs/ledger.md', 'utf8');

/** The cells of each table row in a chapter. */
function rowsOf(chapter: string): string[][] {
  const text = document.slice(document.indexOf(`## ${chapter}`)).split('\n## ', 1)[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const inBackquotes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('the chart of accounts has every book, and no other', () => {
  expect(rowsOf('Chart of accounts').map(([book = '']) => inBackquotes(book)[0])).toEqual([...ledgerBooks]);
});

test('the facts are all kinds of business keys, with what each names and its types', () => {
  const listed = rowsOf('Facts').map(([key = '', , types = '']) => [inBackquotes(key)[0], types]);
  const inCode = factKinds.map(({ kind, of, typeIds = [] }) => [`${kind}:<${of}>`, typeIds.join(', ') || '—']);
  expect(listed).toEqual(inCode);
});

test.each(factKinds)('the postings of $kind are on its books', ({ kind, books }) => {
  const row = rowsOf('Facts').find(([key = '']) => key.startsWith(`\`${kind}:`));
  expect(new Set(inBackquotes(row?.[3] ?? ''))).toEqual(new Set(books));
});

test.each(factKinds)('the example of $kind sums to zero, in cents', ({ kind, books }) => {
  const row = rowsOf('Facts').find(([key = '']) => key.startsWith(`\`${kind}:`));
  const amounts = [...(row?.[4] ?? '').matchAll(/`(\w+)` ([+−])(\d+)/g)];
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts.reduce((sum, [, , sign, cents]) => sum + (sign === '+' ? 1 : -1) * Number(cents), 0)).toBe(0);
  for (const [, book = ''] of amounts) expect(books).toContain(book);
});
