import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlainForm, readForm } from '../../../src/server/forms/plain-forms.ts';

describe('a sent form', () => {
  test('is read as the body that a script would send', () => {
    expect(readForm('first_name=Ada+L&message=a%0D%0Ab&page=%2Fcontact-us')).toEqual({
      first_name: 'Ada L',
      message: 'a\r\nb',
      page: '/contact-us',
    });
    expect(readForm('form[name]=Ada&form%5Bemail%5D=a%40b.de&topic=')).toEqual({
      form: { name: 'Ada', email: 'a@b.de' },
      topic: '',
    });
  });

  test('never pollutes the prototype of objects', () => {
    expect(Object.hasOwn({}, 'x')).toBe(false);
    const read = readForm('__proto__=x&constructor=y&form[__proto__]=z');
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(read['form'])).toBe(Object.prototype);
  });

  test('may contain anything', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readForm(text) === 'object'));
  });

  test('wants a page back only from a browser that reads pages', () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    expect(isPlainForm({ headers: { ...type, accept: 'text/html,*/*' } })).toBe(true);
    expect(isPlainForm({ headers: { ...type, accept: 'application/json' } })).toBe(false);
    expect(isPlainForm({ headers: { 'content-type': 'application/json', accept: 'text/html' } })).toBe(false);
    expect(isPlainForm({ headers: {} })).toBe(false);
  });
});
