import { expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import { numberParameters } from '../../../src/server/db/statement.ts';
import type { Statement } from '../../../src/server/db/statement.ts';

test('names become numbers, a repeated name the same one', () => {
  expect(numberParameters('select :b, :a?, :b')).toEqual({ text: 'select $1, $2, $1', parameters: ['b', 'a'] });
});

test('casts and quoted texts are no parameters', () => {
  const text = `select a::text, ':x', 'it''s :y' as "at 10:30" from b where c = :c::uuid`;
  expect(numberParameters(text)).toEqual({ text: text.replace(':c::', '$1::'), parameters: ['c'] });
});

test('a column that is declared never null keeps its name', () => {
  expect(numberParameters('select max(id) as "newest!", b as "c"').text).toBe('select max(id) as "newest", b as "c"');
});

test('the compiler sees what a statement takes and gives', () => {
  const checked = (queries: Queries, find: Statement<{ id: string }, { city: string | null }>) => [
    // @ts-expect-error A parameter is missing.
    find.rows(queries, {}),
    // @ts-expect-error A parameter has the wrong type.
    find.rows(queries, { id: 7 }),
    // @ts-expect-error A name is misspelt.
    find.rows(queries, { id: 'a', ids: 'a' }),
    // @ts-expect-error The column may be null.
    find.rows(queries, { id: 'a' }).then(([row]) => row?.city.length),
  ];
  expect(checked).toBeTypeOf('function');
});
