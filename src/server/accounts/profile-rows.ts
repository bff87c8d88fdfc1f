import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The data that customers enter about themselves, with the field names of the contract. */
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

const lock = statement(
  'profile-lock',
  `select first_name, last_name, phone, birth_date, country_id, state, city, street, zip_code, verified
   from accounts where id = :accountId for update`,
);

/** The current profile. Its row is locked until the database transaction ends. */
export async function lockProfile(
  queries: Queries,
  accountId: number,
): Promise<(ProfileRow & { verified: boolean }) | undefined> {
  const [row] = await lock.rows(queries, { accountId });
  return row;
}

const update = statement(
  'profile-update',
  `update accounts set first_name = :first_name, last_name = :last_name, phone = :phone?, birth_date = :birth_date?,
     country_id = :country_id?, state = :state?, city = :city?, street = :street?, zip_code = :zip_code?
   where id = :accountId`,
);

export async function updateProfileRow(queries: Queries, accountId: number, profile: ProfileRow): Promise<void> {
  await update.write(queries, { accountId, ...profile });
}
