import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { profile } from '../../../lib/contract/accounts/account-fields.ts';
import type { User } from '../../../lib/contract/entities.ts';
import type { ProfileValues } from '../../../stores/account/profile.ts';
import { loadPhonePlans, phoneNumber } from '../../shared/phone/phone-number.ts';

const checkProfile: Resolver<ProfileValues> = zodResolver(z.object({ ...profile, phone: phoneNumber }));

/** The contract's fields, in the order of the form. */
export const profileFields = [
  'first_name',
  'last_name',
  'birth_date',
  'phone',
  'country_id',
  'state',
  'city',
  'zip_code',
  'street',
] as const satisfies readonly (keyof ProfileValues)[];

/** Holds the form against the contract. What numbers there can be is loaded first: the server asks the same. */
export const resolveProfile: Resolver<ProfileValues> = async (...form) => {
  await loadPhonePlans();
  return checkProfile(...form);
};

/** What the form begins with; no country is 0. */
export function profileOf(user: User): ProfileValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    phone: user.phone ?? '',
    birth_date: user.birth_date ?? '',
    country_id: user.country_id ?? 0,
    state: user.state ?? '',
    city: user.city ?? '',
    street: user.street ?? '',
    zip_code: user.zip_code ?? '',
  };
}
