import { expect, test } from 'vitest';
import { birthDateFault } from '../../../src/server/accounts/birth-date.ts';

const young = 'You must be at least 18 years old';

test.each([
  ['2008-11-21', '2026-11-21T00:00:00Z', null],
  ['2008-11-22', '2026-11-21T23:59:59Z', young],
  ['2008-02-29', '2026-02-28T23:59:59Z', young],
  ['2008-02-29', '2026-03-01T00:00:00Z', null],
  ['2008-02-29', '2028-02-29T00:00:00Z', null],
  ['2026-11-21', '2026-11-21T12:00:00Z', young],
  ['2026-11-22', '2026-11-21T12:00:00Z', 'Enter a valid date of birth'],
  ['1900-01-01', '2026-11-21T12:00:00Z', null],
  ['1899-12-31', '2026-11-21T12:00:00Z', 'Enter a valid date of birth'],
])('somebody born on %s, at %s: %s', (birthDate, now, fault) => {
  expect(birthDateFault(birthDate, new Date(now))).toBe(fault);
});
