import { expect, test } from 'vitest';
import * as fields from '../../../../src/lib/contract/accounts/account-fields.ts';
import { email, password } from '../../../../src/lib/contract/fields.ts';
import { createTranslate } from '../../../../src/lib/i18n/translate.ts';
import german from '../../../../public/locales/de/fields.json' with { type: 'json' };
import english from '../../../../public/locales/en/fields.json' with { type: 'json' };
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

test('a message without a translation stays unchanged', () => {
  expect(fieldMessage(inGerman, 'email', 'Something else')).toBe('Something else');
  expect(fieldMessage(inGerman, 'email', undefined)).toBeUndefined();
});
