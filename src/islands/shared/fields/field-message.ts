import type { Translate } from '../../../lib/i18n/translate.ts';

/** The contract's messages that stand for one thing, and the name under which the locales keep their words. */
const wordsByMessage: Readonly<Record<string, string>> = {
  'invalid email address': 'email',
  'Phone number not valid': 'phone',
  'You must to agree to Terms & Conditions': 'agree',
  'The passwords do not match': 'passwords',
  'This password is too easy to guess': 'guessable',
  'Birth date is not a date': 'date',
  'You have to be at least 18 years old': 'age',
};

/** The generic ones: about a title, with a number in some. */
const genericMessages = [
  [/ is required$/, 'required'],
  [/ has minimum (\d+) characters$/, 'minimum'],
  [/ has maximum (\d+) characters$/, 'maximum'],
] as const;

/**
 * The message below a field in the reader's language, whether the schema in the browser or the server refused it: both say it in the
 * contract's English. What the locales have no words for stays English. `t` knows the namespace `fields`.
 */
export function fieldMessage(t: Translate, name: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  const words = wordsByMessage[message];
  if (words !== undefined) return t(`fields.errors.${words}`);
  for (const [pattern, kind] of genericMessages) {
    const found = pattern.exec(message);
    if (found) return t(`fields.errors.${kind}`, { title: t(`fields.titles.${name}`), n: found[1] ?? '' });
  }
  return message;
}
