import type { User } from '../entities.ts';

/** The details that are required before the first deposit. */
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

/** Whether details are missing. If so, a log-in leads to the profile first, and deposits are refused. */
export function hasMissingDetails(user: Pick<User, (typeof details)[number]>): boolean {
  return details.some((name) => user[name] === null || user[name] === '');
}
