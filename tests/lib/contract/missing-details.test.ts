import { expect, test } from 'vitest';
import { hasMissingDetails } from '../../../src/lib/contract/accounts/missing-details.ts';
import { demoUser } from '../../support/demo-user.ts';

const complete = {
  ...demoUser,
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+4930901820' },
  ...{
    birth_date: '1990-01-01',
    country_id: 276,
    state: 'Berlin',
    city: 'Berlin',
    street: 'Markt 1',
    zip_code: '10115',
  },
};

test('nothing is missing in a complete profile', () => {
  expect(hasMissingDetails(complete)).toBe(false);
});

test.each(['phone', 'birth_date', 'country_id', 'state', 'city', 'street', 'zip_code'] as const)(
  'it is incomplete without %s',
  (name) => {
    expect(hasMissingDetails({ ...complete, [name]: null })).toBe(true);
  },
);

test.each(['first_name', 'last_name', 'email', 'city'] as const)('it is incomplete with an empty %s', (name) => {
  expect(hasMissingDetails({ ...complete, [name]: '' })).toBe(true);
});
