import type { Queries } from '../db/database.ts';

export interface PasswordRow {
  email: string;
  firstName: string | null;
  lastName: string | null;
  passwordHash: string;
}

const selectPassword = `select email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"
  from accounts`;

export async function loadPassword(queries: Queries, accountId: number): Promise<PasswordRow | undefined> {
  const { rows } = await queries.query<PasswordRow>({
    name: 'password-load',
    text: `${selectPassword} where id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** The same, and nobody else changes it before the end of the database transaction. */
export async function lockPassword(queries: Queries, accountId: number): Promise<PasswordRow | undefined> {
  const { rows } = await queries.query<PasswordRow>({
    name: 'password-lock',
    text: `${selectPassword} where id = $1 for no key update`,
    values: [accountId],
  });
  return rows[0];
}

export async function updatePasswordHash(queries: Queries, accountId: number, passwordHash: string): Promise<void> {
  await queries.query({
    name: 'password-update',
    text: 'update accounts set password_hash = $2 where id = $1',
    values: [accountId, passwordHash],
  });
}
