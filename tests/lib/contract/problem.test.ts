import { describe, expect, test } from 'vitest';
import { acknowledge, acknowledgeProblem, failure, success } from '../../../src/lib/contract/envelope.ts';
import { isProblemCode, problems, refuse } from '../../../src/lib/contract/problem.ts';
import type { ProblemCode } from '../../../src/lib/contract/problem.ts';

const codes = Object.keys(problems) as ProblemCode[];

describe('problems', () => {
  test.each(codes)('%s has a status of a refusal and words', (code) => {
    const { status, message } = problems[code];
    expect(Number.isInteger(status) && status >= 400 && status <= 599).toBe(true);
    expect(message.trim()).toBe(message);
    expect(message.length).toBeGreaterThan(5);
  });

  test('no two texts are equal', () => {
    expect(new Set(codes.map((code) => problems[code].message)).size).toBe(codes.length);
  });

  test('have the texts of the specification', () => {
    expect(problems.INVALID_CREDENTIALS.message).toBe('Invalid credentials.');
    expect(problems.NO_ACCESS.message).toBe('You have no access');
    expect(problems.NOT_VERIFIED.message).toBe('The account is not verified');
    expect(problems.UNAVAILABLE.message).toBe('Temporarily unavailable');
  });

  test('a fault does not claim that nothing was changed, because that is unknown', () => {
    expect(problems.INTERNAL.message).toBe(
      'Something went wrong on our side. If you were making a change, check whether it was saved before you try again.',
    );
  });

  test.each(['NOPE', 'toString', '__proto__', '', 7, null, undefined])('%s is not a code', (value) => {
    expect(isProblemCode(value)).toBe(false);
  });

  test('a refusal carries its code and what belongs to it', () => {
    expect(refuse('NO_ACCESS')).toEqual({ ok: false, problem: { code: 'NO_ACCESS' } });
    expect(refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 })).toEqual({
      ok: false,
      problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 7 },
    });
  });
});

describe('the envelope', () => {
  test('of a success and of an acknowledgement', () => {
    expect(success([1])).toEqual({ status: 'success', data: [1] });
    expect(acknowledge([1])).toEqual({ error: false, data: [1] });
  });

  test('of a problem, in both ways', () => {
    const problem = { code: 'VALIDATION', fields: { email: 'invalid email address' } } as const;
    const said = { code: 'VALIDATION', message: problems.VALIDATION.message, fields: problem.fields };
    expect(failure(problem)).toEqual({ status: 'error', error: said });
    expect(acknowledgeProblem(problem)).toEqual({ error: true, ...said });
  });

  test('of a fault has the id of its log line and nothing else', () => {
    expect(failure({ code: 'INTERNAL' }, 'line-1')).toEqual({
      status: 'error',
      error: { code: 'INTERNAL', message: problems.INTERNAL.message, id: 'line-1' },
    });
  });

  test('never contains what belongs in a header', () => {
    const { error } = failure({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 7 });
    expect(Object.keys(error)).toEqual(['code', 'message']);
  });
});
