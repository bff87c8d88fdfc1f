import { expect, test } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { refuse } from '../../../src/lib/contract/problem.ts';
import type { GetStatementParts } from '../../../src/server/statements/get-statement.ts';
import { getStatement } from '../../../src/server/statements/get-statement.ts';

type Made = Result<{ file: Buffer }>;

/** Requests a statement from a desk that answers as the test says; also returns what is left of the allowance. */
function ask({ made, now = '2026-11-22T12:00:00Z' }: { made: Made; now?: string }) {
  const consumed: string[] = [];
  const asked: string[] = [];
  const parts = {
    database: {},
    desk: { make: () => (asked.push('made'), Promise.resolve(made)) },
    key: Buffer.alloc(32),
    changeLimiter: {
      consume: () => (consumed.push('taken'), Promise.resolve({ ok: true })),
      giveBack: () => (consumed.pop(), Promise.resolve()),
    },
    refusals: { limitMet: () => Promise.resolve() },
    runtime: { now: () => Date.parse(now) },
  } as unknown as GetStatementParts;
  const origin = { ip: '192.0.2.1', userAgent: '' };
  const request = {
    accountId: 1,
    from: '2026-11-01',
    until: '2026-11-21',
    format: 'csv',
    locale: 'en',
    origin,
  } as const;
  return { consumed, asked, answer: getStatement(parts, request as unknown as Parameters<typeof getStatement>[1]) };
}

const file = { ok: true, file: Buffer.from('file') } as const;

test.each<[string, Made, number]>([
  ['a file', file, 1],
  ['one is being made', refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 }), 0],
  ['too many wait', refuse('UNAVAILABLE'), 0],
  ['too many rows, which were counted', refuse('VALIDATION', { fields: { until: 'fewer' } }), 1],
])('the answer (%s) uses up its part of the allowance', async (_what, made, points) => {
  const { consumed, answer } = ask({ made });
  expect((await answer).ok).toBe(made.ok);
  expect(consumed).toHaveLength(points);
});

test.each([
  ['2026-11-21T23:59:59.999Z', true],
  ['2026-11-22T00:00:00.000Z', false],
  ['2026-11-22T00:00:59.999Z', false],
  ['2026-11-22T00:01:00.000Z', true],
])('at %s it is %s that a statement can include the day before', async (now, isMade) => {
  const { consumed, asked, answer } = ask({ made: file, now });
  const { ok } = await answer;
  expect(ok).toBe(isMade);
  expect([consumed.length, asked.length]).toEqual(isMade ? [1, 1] : [0, 0]);
});
