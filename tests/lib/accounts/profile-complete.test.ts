import { expect, test } from 'vitest';
import { isProfileComplete, neededFields } from '../../../src/lib/accounts/profile-complete.ts';

const whole = {
  first_name: 'Alex',
  last_name: 'Morgan',
  email: 'alex@example.com',
  phone: '+493012345678',
  birth_date: '1988-04-12',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Torstraße 140',
  zip_code: '10119',
};

test('a profile that has everything is complete', () => {
  expect(isProfileComplete(whole)).toBe(true);
});

test.each(neededFields)('one without %s is not', (field) => {
  expect(isProfileComplete({ ...whole, [field]: null })).toBe(false);
  expect(isProfileComplete({ ...whole, [field]: ' ' })).toBe(false);
});
