/** What a provider's answer says at a place such as `data.payment.url` or `items.0.id`; undefined where there is no such place. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** The text or number at a place, as text; null where there is neither, and for a text that no database keeps. */
export function textAt(value: unknown, path: string | undefined): string | null {
  if (path === undefined) return null;
  const found = valueAt(value, path);
  if (typeof found === 'string' && found !== '') return isKeepable(found) ? found : null;
  return typeof found === 'number' ? String(found) : null;
}

/** Whether it is Unicode throughout, and has none of the characters that end a text elsewhere. */
const isKeepable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
