import type { User } from '../contract/entities.ts';

/** What a customer has to tell before the first deposit, by the field of the account. */
export const neededFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'birth_date',
  'country_id',
  'state',
  'city',
  'street',
  'zip_code',
] as const satisfies readonly (keyof User)[];

/** Whether nothing of the profile is missing; blanks alone are nothing. */
export function isProfileComplete(user: Pick<User, (typeof neededFields)[number]>): boolean {
  return neededFields.every((field) => String(user[field] ?? '').trim() !== '');
}
