import type { Queries } from '../db/database.ts';

export interface PasswordRow {
  email: string;
  passwordHash: string;
}

export async function loadPassword(queries: Queries, accountId: number): Promise<PasswordRow | undefined> {
  const { rows } = await queries.query<PasswordRow>({
    name: 'password-load',
    text: 'select email, password_hash as "passwordHash" from accounts where id = $1',
    values: [accountId],
  });
  return rows[0];
}

/** Whether it was still the one that it is changed from. */
export async function updatePasswordHash(
  queries: Queries,
  { accountId, from, to }: { accountId: number; from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'password-update',
    text: 'update accounts set password_hash = $3 where id = $1 and password_hash = $2',
    values: [accountId, from, to],
  });
  return rowCount === 1;
}
