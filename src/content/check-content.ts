import type * as z from 'zod/mini';
import type { ContentFault } from './content-source.ts';

/**
 * Checks a value against a schema; each fault names the path, what was expected and what was found. `field`: the field
 * at `at` whose value this is.
 */
export function checkContent<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  at: string,
  field = '',
): { ok: true; value: z.infer<Schema> } | { ok: false; faults: ContentFault[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, faults: parsed.error.issues.map((issue) => faultOf(issue, value, { at, field })) };
}

function faultOf(issue: z.core.$ZodIssue, value: unknown, { at, field }: { at: string; field: string }): ContentFault {
  const inside = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const path = field + inside;
  const found = issue.path.reduce<unknown>(
    (whole, part) =>
      typeof whole === 'object' && whole !== null ? (whole as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  );
  const isCounted = (issue.code === 'too_small' || issue.code === 'too_big') && isLong(found);
  return {
    path: `${at} ${path.replace(/^\./, '')}`.trim(),
    expected: expectedBy(issue),
    found: isCounted ? `${found.length}` : describeFound(found),
  };
}

const isLong = (value: unknown): value is string | unknown[] => typeof value === 'string' || Array.isArray(value);
/** What is counted in a text or list of the wrong length. */
const units: Readonly<Record<string, string>> = { array: ' items', string: ' characters' };

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `no field ${issue.keys.join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'invalid_union':
      return issue.discriminator ? `a known ${issue.discriminator}` : 'one of the known shapes';
    default:
      return issue.message;
  }
}

const longestShown = 60;

/** A value as faults show it: `string "video"`, `nothing`. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json = jsonOf(value);
  const text = typeof value === 'object' ? json : `${typeof value} ${json}`;
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[nested too deeply]';
  }
}

const expectedWords: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'yes or no' },
  ...{ array: 'a list', object: 'a group of fields', layout: 'a layout', repeater: 'a repeater' },
  ...{ image: 'an image', gallery: 'a gallery' },
};

/** The names of fields that are not their words. Those of lists are for one of their items. */
const fieldWords: Readonly<Record<string, string>> = {
  ...{ seoTitle: 'SEO title', href: 'link', src: 'picture', slugs: 'slug', shareImage: 'SEO picture' },
  ...{ 'blocks[': 'block', 'items[': 'item', 'rows[': 'row', 'actions[': 'button', 'links[': 'link' },
  ...{ 'columns[': 'column', 'levels[': 'level', 'countries[': 'country', 'languages[': 'language' },
};

/** `blocks[0].items[2].seoTitle` is `block 1, item 3, SEO title`. */
function wordsOfField(field: string): string {
  const named = field.split('.').map((part) => {
    const [, name = part, index] = /^(.*)\[(\d+)\]$/.exec(part) ?? [];
    if (index === undefined) return fieldWords[name] ?? name;
    return `${fieldWords[`${name}[`] ?? name} ${Number(index) + 1}`.trim();
  });
  return named.join(', ');
}

/**
 * What is wrong in the words of an editor, who counts from 1: `components: must be a layout, but it holds a text`,
 * `block 1, title: must be a text, but it is empty`.
 */
export function wordsOf({ path, expected, found }: ContentFault): string {
  const [, field = ''] = /^.* (\S+)$/.exec(path) ?? [];
  const type = expectedWords[expected];
  const named = field === '' ? '' : `${wordsOfField(field)}: `;
  if (expected.startsWith('no field ')) return `${named}${expected.replace('no', 'has a')}, which does not exist`;
  if (/ (items|characters)$/.test(expected)) return `${named}must have ${expected}, but it has ${found}`;
  return `${named}must be ${type ?? expected}, but ${foundWords(found, type !== undefined)}`;
}

function foundWords(found: string, isType: boolean): string {
  if (found === 'nothing') return 'it is empty';
  const [, type = '', value = ''] = /^(string|number|boolean) (.+)$/s.exec(found) ?? [];
  if (type !== '') return `it holds ${isType ? (expectedWords[type] ?? value) : value}`;
  if (/^[[{]/.test(found)) return `it holds ${found.startsWith('[') ? 'a list' : 'a group of fields'}`;
  return `it is ${found}`;
}
