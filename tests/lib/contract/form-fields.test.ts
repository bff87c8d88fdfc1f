import { describe, expect, test } from 'vitest';
import { cmsForm, contactMessage } from '../../../src/lib/contract/form-fields.ts';

const message = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'Ada@example.com', phone: '+44 (0)20 7946-0000' },
  message: 'Hello',
};

function faultsOf(body: unknown): Record<string, string> {
  const parsed = contactMessage.safeParse(body);
  return Object.fromEntries(
    (parsed.error?.issues ?? []).reverse().map((issue) => [issue.path.join('.'), issue.message]),
  );
}

describe('the contact form', () => {
  test('keeps what was typed, without hidden fields', () => {
    const typed = { ...message, first_name: ' Ada\t\u0000 \n', message: ' a\r\nb\u0007\n\n', extra: 'x' };
    expect(contactMessage.parse(typed)).toEqual({ ...message, first_name: 'Ada', message: 'a\nb' });
    expect(contactMessage.parse({ ...message, message: 'half \ud800' }).message).toBe('half \ufffd');
    const turned = { ...message, first_name: 'Ada\u202eecila\u2066', message: 'a\u2028b\u200fc' };
    expect(contactMessage.parse(turned)).toMatchObject({ first_name: 'Adaecila', message: 'a\nbc' });
    expect(contactMessage.parse({ ...message, first_name: '👩‍👩‍👧 شيما' }).first_name).toBe('👩‍👩‍👧 شيما');
  });

  test('asks for each field by its label', () => {
    expect(faultsOf({})).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      message: 'Message is required',
    });
    expect(faultsOf({ ...message, message: ' \n ', phone: '' })).toEqual({
      message: 'Message is required',
      phone: 'Phone number is required',
    });
  });

  test.each(['030 1234', '+49 (0) 69-90 00.92/50', '(555) 123-4567', '12345'])('takes the number %s', (phone) => {
    expect(faultsOf({ ...message, phone })).toEqual({});
  });

  test.each(['1234', 'call me', '+', '++49123456', '12345x', '1'.repeat(30)])('refuses the number %s', (phone) => {
    expect(faultsOf({ ...message, phone })).toEqual({ phone: 'Phone number not valid' });
  });

  test.each(['/about', '/', '/de/contact-us', '/Platform/x_y'])('stands on the page %s', (page) => {
    expect(contactMessage.parse({ ...message, page }).page).toBe(page);
  });

  test.each(['', '//evil.example', '/\\evil', '/a/', '/a.js', '/%2f', '/a//b', '/a\n', 'about', 5])(
    'stands on no page %j',
    (page) => expect(faultsOf({ ...message, page })).toHaveProperty('page'),
  );

  test('has its limits', () => {
    expect(faultsOf({ ...message, message: 'x'.repeat(4_000) })).toEqual({});
    expect(faultsOf({ ...message, message: 'x'.repeat(4_001), first_name: 'x'.repeat(81) })).toEqual({
      message: 'Message has maximum 4000 characters',
      first_name: 'First name has maximum 80 characters',
    });
  });
});

test('a form of the content has its own texts', () => {
  const words = (form: unknown) => cmsForm.safeParse({ form }).error?.issues.map((issue) => issue.message) ?? [];
  expect(words({})).toEqual(['Name is required', 'Email is Required', 'Message is required']);
  expect(words({ name: 'A', email: 'nonsense', message: 'm' })).toEqual(['Invalid email address']);
  expect(words({ name: 'A', email: 'a@example.com', message: 'm' })).toEqual([]);
  expect(cmsForm.safeParse({}).error?.issues[0]?.message).toBe('Form is required');
});
