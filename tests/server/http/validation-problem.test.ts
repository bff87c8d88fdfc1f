import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseSent } from '../../../src/server/http/validation-problem.ts';

const schema = z.object({
  side: z.optional(z.enum(['buy', 'sell'])),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  name: z.optional(z.string().check(z.minLength(2), z.maxLength(5))),
  events: z.optional(z.array(z.string()).check(z.maxLength(1))),
  method: z.optional(z.union([z.literal(1), z.literal('withdraw')])),
  email: z.optional(z.email({ error: 'invalid email address' })),
});

test.each([
  [{ side: 'up' }, { side: 'Must be buy or sell' }],
  [{ page: 0 }, { page: 'Must be at least 1' }],
  [{ page: 101 }, { page: 'Must be at most 100' }],
  [{ page: 1.5 }, { page: 'Must be a whole number' }],
  [{ page: 'one' }, { page: 'Must be a number' }],
  [{ name: 'a' }, { name: 'Must have at least 2 characters' }],
  [{ name: 'abcdef' }, { name: 'Must have at most 5 characters' }],
  [{ events: ['a', 'b'] }, { events: 'Must have at most 1 item' }],
  [{ events: [1] }, { 'events.0': 'Must be a string' }],
  [{ method: 2 }, { method: 'Not a valid value' }],
  [{ email: 'no' }, { email: 'invalid email address' }],
  ['text', { body: 'Must be an object' }],
  [undefined, { body: 'This field is required' }],
])('what is wrong with %j is said in a sentence', (sent, fields) => {
  expect(parseSent(schema, sent)).toEqual({ ok: false, problem: { code: 'VALIDATION', fields } });
});

test('what is valid is returned as parsed', () => {
  expect(parseSent(schema, { side: 'buy', more: 1 })).toEqual({ ok: true, value: { side: 'buy' } });
});
