import { expect } from 'vitest';
import type { Call } from '../../src/lib/contract/call.ts';
import type { Failure } from '../../src/lib/contract/envelope.ts';
import { isProblemCode, problems } from '../../src/lib/contract/problem.ts';

/**
 * Values that must not cause a fault in any field of the contract. JSON cannot write NaN or Infinity, so they are
 * strings here; malformed-calls also sends a bare 1e999, which parses as Infinity.
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

/** Whole bodies, queries or payloads to try: most are invalid, and none may cause a fault. */
export const wrongWholes: readonly unknown[] = [null, true, 0, 1e308, '', 'x', [], [{}], [[]], {}];

/** One object for each pair of field and wrong value, and one for each missing field. */
export function spoiled(sample: Record<string, unknown>): Record<string, unknown>[] {
  return Object.keys(sample).flatMap((field) => {
    const { [field]: _removed, ...without } = sample;
    return [without, ...wrongValues.map((value) => ({ ...sample, [field]: value }))];
  });
}

/**
 * The bodies that the contract's schema accepts, and one for each way in which it refuses the others. The server parses
 * by the same schema, so it answers the rest alike.
 */
export function answeredDifferently({ body: schema }: Pick<Call, 'body'>, bodies: readonly unknown[]): unknown[] {
  const refusals = new Set<string>();
  return bodies.filter((body) => {
    const { success, error } = schema!.safeParse(body);
    if (success) return true;
    const refusal = JSON.stringify(error.issues.map(({ code, path, message }) => [code, path, message]));
    return !refusals.has(refusal) && refusals.add(refusal);
  });
}

/** Expects a refusal in the contract's format, with the status of its code, and never a server fault. */
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
