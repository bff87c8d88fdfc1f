import type { FieldError } from 'react-hook-form';
import type { Translate } from '../../lib/i18n/translate.ts';

/** The schema's issue codes, and the name under which the locales keep the words for each. */
const wordsByIssue: Readonly<Record<string, string>> = {
  invalid_type: 'required',
  too_small: 'required',
  too_big: 'maximum',
  invalid_format: 'invalid',
};

/** The message below a field in the reader's language; the contract's English one where the locales have no words. */
export function fieldMessage(t: Translate, name: string, error: FieldError | undefined): string | undefined {
  if (!error) return undefined;
  const key = `login.errors.${name}.${wordsByIssue[error.type] ?? error.type}`;
  const text = t(key);
  return text === key ? error.message : text;
}
