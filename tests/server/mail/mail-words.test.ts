import { expect, test } from 'vitest';
import { languageOf } from '../../../src/server/mail/mail-words.ts';

test.each([
  ['de', 'it', 'de'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['xx', 'fr-CH, es-ES;q=0.9', 'es'],
  ['DE-at', undefined, 'de'],
  [undefined, '*', 'en'],
  [undefined, undefined, 'en'],
  ['__proto__', `${'x,'.repeat(10_000)}de`, 'en'],
])('a page in %s and a browser in %s get a mail in %s', (asked, spoken, locale) => {
  expect(languageOf(asked, spoken)).toBe(locale);
});
