import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { createTranslate } from '../../../src/lib/i18n/translate.ts';

const messages = {
  title: 'Positions',
  ticket: { amount: 'Amount', limit: 'At most {{amount}} of {{ amount }} in {{currency}}', empty: '' },
  cost: 'It costs {{price}}',
};
const translate = createTranslate(messages);

describe('translate', () => {
  test('finds texts by dotted keys', () => {
    expect(translate('title')).toBe('Positions');
    expect(translate('ticket.amount')).toBe('Amount');
  });

  test.each(['missing', 'ticket', 'ticket.missing', 'title.deeper', 'constructor', 'ticket.toString', '__proto__', ''])(
    'answers the missing key "%s" with itself',
    (key) => {
      expect(translate(key)).toBe(key);
    },
  );

  test('replaces every placeholder by its value, as text and once', () => {
    expect(translate('ticket.limit', { amount: 5, currency: 'EUR' })).toBe('At most 5 of 5 in EUR');
    expect(translate('cost', { price: '$& {{title}} <b>' })).toBe('It costs $& {{title}} <b>');
  });

  test('leaves a missing value empty', () => {
    expect(translate('cost')).toBe('It costs ');
    expect(translate('cost', {})).toBe('It costs ');
  });

  test('answers as i18next does', async () => {
    const reference = i18next.createInstance();
    await reference.init({
      lng: 'en',
      resources: { en: { translation: messages } },
      interpolation: { escapeValue: false },
    });
    const params = { amount: 5, currency: 'EUR', price: 3 };
    for (const key of ['title', 'ticket.amount', 'ticket.limit', 'cost', 'nothing.here']) {
      expect(translate(key, params)).toBe(reference.t(key, params));
    }
  });
});
