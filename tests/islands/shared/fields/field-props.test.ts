import { expect, test } from 'vitest';
import * as fields from '../../../../src/lib/contract/accounts/account-fields.ts';
import { email, password } from '../../../../src/lib/contract/fields.ts';
import { createTranslate } from '../../../../src/lib/i18n/translate.ts';
import german from '../../../../public/locales/de/fields.json' with { type: 'json' };
import english from '../../../../public/locales/en/fields.json' with { type: 'json' };
import corrected from '../../../../src/lib/i18n/corrected-texts.json' with { type: 'json' };
import { fieldMessage } from '../../../../src/islands/shared/fields/field-props.ts';

const inEnglish = createTranslate({ fields: english });
const inGerman = createTranslate({ fields: german });

const schemas = {
  ...{ first_name: fields.firstName, last_name: fields.lastName, email, password, phone: fields.phone },
  ...{ agree: fields.agree, ...fields.profile, ...fields.newPasswordPair, code: fields.factorCode },
};

/** All messages of the contract about a field. */
function messagesOf(name: keyof typeof schemas): string[] {
  const wrong = [undefined, '', 'x'.repeat(500), 'x', false, 0];
  return [
    ...new Set(
      wrong.flatMap((value) => schemas[name].safeParse(value).error?.issues.map(({ message }) => message) ?? []),
    ),
  ];
}

test.each(Object.keys(schemas) as (keyof typeof schemas)[])(
  'every message of the contract about %s is translated',
  (name) => {
    const messages = messagesOf(name);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      expect(fieldMessage(inEnglish, name, message)).toBe(message);
      expect(fieldMessage(inGerman, name, message)).not.toBe(message);
    }
  },
);

test('the server-only messages about a password are translated', () => {
  const { guessableMessage } = fields;
  expect(fieldMessage(inEnglish, 'new_password', guessableMessage)).toBe(guessableMessage);
  expect(fieldMessage(inGerman, 'new_password', guessableMessage)).toBe('Dieses Passwort ist zu leicht zu erraten');
});

test('a message that the brand ships corrected is translated like the one that it replaces', () => {
  const { errors } = corrected.fields;
  const replaced = createTranslate({ fields: english });
  const params = { title: 'Password', n: '8' };
  for (const key of Object.keys(errors)) {
    const shown = (text: string) => fieldMessage(inGerman, 'password', text);
    const original = replaced(`fields.errors.${key}`, params);
    const other = createTranslate({ fields: corrected.fields })(`fields.errors.${key}`, params);
    expect(shown(other)).toBe(shown(original));
    expect(shown(other)).not.toBe(other);
  }
});

test('a message without a translation stays unchanged', () => {
  expect(fieldMessage(inGerman, 'email', 'Something else')).toBe('Something else');
  expect(fieldMessage(inGerman, 'email', undefined)).toBeUndefined();
});
