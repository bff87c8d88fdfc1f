import { expect } from 'vitest';
import type { Failure } from '../../src/lib/contract/envelope.ts';
import { isProblemCode, problems } from '../../src/lib/contract/problem.ts';

/**
 * Values that must not cause a fault in any field of the contract. JSON has no NaN or Infinity; 1e999 parses as
 * Infinity.
 */
export const wrongValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.005, -1e308, 1e308, Number.MAX_SAFE_INTEGER + 2, 5e-324],
  ...[
    '',
    ' ',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '10',
    'null',
    'undefined',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '🏦'.repeat(50),
  ],
  ...["'; drop table accounts; --", '${7*7}', '../../etc/passwd', '<script>', '__proto__', 'x'.repeat(5_000)],
  ...[[], [[]], [null], ['x', 'y'], {}, { toString: 'x' }, { constructor: { prototype: {} } }, { a: { b: { c: {} } } }],
];

/** Values that no body, query or payload may be as a whole. */
export const wrongWholes: readonly unknown[] = [null, true, 0, 1e308, '', 'x', [], [{}], [[]], {}];

/** One object for each pair of field and wrong value, and one for each missing field. */
export function spoiled(sample: Record<string, unknown>): Record<string, unknown>[] {
  return Object.keys(sample).flatMap((field) => {
    const { [field]: _removed, ...without } = sample;
    return [without, ...wrongValues.map((value) => ({ ...sample, [field]: value }))];
  });
}

/** Expects a refusal of the contract with its proper status, never a fault of the server. */
export function expectRefusal(status: number, body: unknown, ...codes: string[]): void {
  const { error } = body as Failure;
  expect(body, JSON.stringify(body)).toMatchObject({
    status: 'error',
    error: { message: expect.any(String) as string },
  });
  expect(isProblemCode(error.code) && problems[error.code].status).toBe(status);
  expect(status).toBeLessThan(500);
  if (codes.length > 0) expect(codes).toContain(error.code);
}
