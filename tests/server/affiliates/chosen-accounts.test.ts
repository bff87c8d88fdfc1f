import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../src/server/affiliates/listing/chosen-accounts.ts';

test.each(['created', 'deposited', 'undeposited'] as const)(
  'a cursor in the part "%s" is read as it was written',
  (part) => {
    const cursor = { part, micros: 1_772_366_400_123_456, uniqid: 'a1b2-C_3' };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  },
);

test.each([
  '',
  'c',
  'c1',
  'c1.',
  '.a',
  'x1.a',
  'c-1.a',
  'c1.5.a',
  'c99999999999999999.a',
  'c9999999999999999.a',
  'c1.a b',
  'C1.a',
])('"%s" is not a cursor', (text) => {
  expect(readCursor(text)).toBeNull();
});
