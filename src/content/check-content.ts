import type * as z from 'zod/mini';
import type { ContentFault } from './content-source.ts';

/** Checks a value against a schema; each fault names the path, what was expected and what was found. */
export function checkContent<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  at: string,
): { ok: true; value: z.infer<Schema> } | { ok: false; faults: ContentFault[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, faults: parsed.error.issues.map((issue) => faultOf(issue, value, at)) };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown, at: string): ContentFault {
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const found = issue.path.reduce<unknown>(
    (whole, part) =>
      typeof whole === 'object' && whole !== null ? (whole as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  );
  return { path: `${at} ${path.replace(/^\./, '')}`.trim(), expected: expectedBy(issue), found: describe(found) };
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `no field ${issue.keys.join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'invalid_union':
      return issue.discriminator ? `a known ${issue.discriminator}` : 'one of the known shapes';
    default:
      return issue.message;
  }
}

const longestShown = 60;

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'object' ? JSON.stringify(value) : `${typeof value} ${JSON.stringify(value)}`;
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
