import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { countryOfNumber, dialCodes } from '../../../src/lib/phone/dial-codes.ts';

test('every country has the code of the number plans', () => {
  const known = getCountries().map((country) => [country, getCountryCallingCode(country)]);
  expect([...dialCodes].sort()).toEqual(known.sort());
});

test.each([
  ['+49 30 123456', 'DE'],
  ['+1', 'US'],
  ['+44 20 7946 0000', 'GB'],
  ['+(39) 06', 'IT'],
  ['+376 1', 'AD'],
  ['+37', undefined],
  ['+7', 'RU'],
  ['+', undefined],
  ['030 123', undefined],
  ['', undefined],
])('%s is a number of %s', (text, country) => {
  expect(countryOfNumber(text)).toBe(country);
});

test('a shared code belongs to one of its countries', () => {
  for (const [country, code] of dialCodes) {
    const found = countryOfNumber(`+${code}`);
    expect(found && dialCodes.get(found), country).toBe(code);
  }
});
