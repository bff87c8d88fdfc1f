import type { Problem } from '../../lib/contract/problem.ts';

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

/**
 * A `VALIDATION` problem: the first message of each field, by its dotted path; `body` is the key for the whole input.
 */
export function validationProblem(error: Issues): Problem {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    fields[path.map(String).join('.') || 'body'] ??= message;
  }
  return { code: 'VALIDATION', fields };
}
