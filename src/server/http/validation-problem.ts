import type * as z from 'zod/mini';
import type { Problem, Result } from '../../lib/contract/problem.ts';

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

/**
 * Parses what a client sent. Problem: VALIDATION with the first message of each field, by its dotted path; `body` is
 * the key for the whole input. Where the schema has no message of its own, the client gets a sentence instead of the
 * validator's words.
 */
export function parseSent<Value>(schema: z.ZodMiniType<Value>, sent: unknown): Result<{ value: Value }> {
  const parsed = schema.safeParse(sent, { error: sentenceOf });
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, problem: validationProblem(parsed.error) };
}

function validationProblem(error: Issues): Problem {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    fields[path.map(String).join('.') || 'body'] ??= message;
  }
  return { code: 'VALIDATION', fields };
}

const types: Readonly<Record<string, string>> = {
  ...{ string: 'a string', number: 'a number', int: 'a whole number', boolean: 'true or false', null: 'null' },
  ...{ array: 'a list', object: 'an object', record: 'an object' },
};
const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This field is required';
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `Must be ${anyOf.format(issue.values.map(String))}`;
    case 'too_small':
      return limitText(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return limitText(issue.origin, 'at most', issue.maximum);
    default:
      return 'Not a valid value';
  }
}

function limitText(origin: string, bound: 'at least' | 'at most', limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined
    ? `Must be ${bound} ${limit}`
    : `Must have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}
