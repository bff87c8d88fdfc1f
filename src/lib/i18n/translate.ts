/** The texts of one language: nested JSON of strings, as in `public/locales`. */
export interface Messages {
  [key: string]: string | Messages;
}

/** Values for the `{{name}}` places of a text. */
export type MessageParams = Readonly<Record<string, string | number>>;

export type Translate = (key: string, params?: MessageParams) => string;

const place = /\{\{\s*([\w.]+)\s*\}\}/g;

/**
 * Looks texts up by dotted keys and fills their `{{name}}` places, as i18next does, without its 14 kB in an island. A
 * missing key answers itself, a missing value is empty. Nothing is escaped: React does that where it shows the text.
 */
export function createTranslate(messages: Messages): Translate {
  return (key, params = {}) => {
    const text = findText(messages, key);
    if (text === undefined) return key;
    return text.replace(place, (_, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : ''));
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
