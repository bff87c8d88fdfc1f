/** The texts of one language: nested JSON of strings, as in `public/locales`. */
export interface Messages {
  [key: string]: string | Messages;
}

/** Values for the `{{name}}` placeholders of a text. */
export type MessageParams = Readonly<Record<string, string | number>>;

export type Translate = (key: string, params?: MessageParams) => string;

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g;

/**
 * Looks up texts by dotted keys and fills in their `{{name}}` placeholders like i18next, but without adding its 14 kB
 * to an island. A missing key returns the key itself, a missing value an empty string. Nothing is escaped: React does
 * that when it renders.
 */
export function createTranslate(messages: Messages): Translate {
  return (key, params = {}) => {
    const text = findText(messages, key);
    if (text === undefined) return key;
    return text.replace(placeholder, (_, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : ''));
  };
}

function findText(messages: Messages, key: string): string | undefined {
  let found: string | Messages | undefined = messages;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === 'string' ? found : undefined;
}

/** All texts by their dotted keys. */
export function flattenMessages(messages: Messages): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[key, value]]
        : [...flattenMessages(value)].map(([rest, text]): [string, string] => [`${key}.${rest}`, text]),
    ),
  );
}
