/** A value as JSON with sorted fields, so that equal content has equal text. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? inOrder(part) : part));
}

function isRecord(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date);
}

function inOrder(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
