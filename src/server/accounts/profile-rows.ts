import type { Queries } from '../db/database.ts';

/** What customers say about themselves, by the names of the contract. */
export interface ProfileRow {
  first_name: string;
  last_name: string;
  /** E.164. */
  phone: string | null;
  /** ISO 8601 date. */
  birth_date: string | null;
  /** ISO 3166-1 numeric. */
  country_id: number | null;
  state: string | null;
  city: string | null;
  street: string | null;
  zip_code: string | null;
}

/** The profile as it is, locked until the end of the database transaction. */
export async function lockProfile(
  queries: Queries,
  accountId: number,
): Promise<(ProfileRow & { verified: boolean }) | undefined> {
  const { rows } = await queries.query<ProfileRow & { verified: boolean }>({
    name: 'profile-lock',
    text: `select first_name, last_name, phone, birth_date::text, country_id, state, city, street, zip_code, verified
           from accounts where id = $1 for update`,
    values: [accountId],
  });
  return rows[0];
}

export async function updateProfileRow(queries: Queries, accountId: number, profile: ProfileRow): Promise<void> {
  const { first_name, last_name, phone, birth_date, country_id, state, city, street, zip_code } = profile;
  await queries.query({
    name: 'profile-update',
    text: `update accounts set first_name = $2, last_name = $3, phone = $4, birth_date = $5, country_id = $6, state = $7,
             city = $8, street = $9, zip_code = $10
           where id = $1`,
    values: [accountId, first_name, last_name, phone, birth_date, country_id, state, city, street, zip_code],
  });
}
