import type { User } from '../entities.ts';

/** What has to be known of a customer before the first deposit. */
const details = [
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

/**
 * Whether something of the profile is still missing: the customer is led to it after a log-in, and cannot deposit
 * before.
 */
export function hasMissingDetails(user: Pick<User, (typeof details)[number]>): boolean {
  return details.some((name) => user[name] === null || user[name] === '');
}
