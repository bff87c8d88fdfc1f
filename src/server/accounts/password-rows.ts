import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

export interface PasswordRow {
  email: string;
  firstName: string | null;
  lastName: string | null;
  passwordHash: string;
}

const selectPassword = `select email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"
  from accounts`;

const passwordLoad = statement('password-load', `${selectPassword} where id = :accountId`);

export async function loadPassword(queries: Queries, accountId: number): Promise<PasswordRow | undefined> {
  return (await passwordLoad.first(queries, { accountId })) ?? undefined;
}

const passwordLock = statement('password-lock', `${selectPassword} where id = :accountId for no key update`);

/** Like `loadPassword`, but locks the row until the database transaction ends. */
export async function lockPassword(queries: Queries, accountId: number): Promise<PasswordRow | undefined> {
  return (await passwordLock.first(queries, { accountId })) ?? undefined;
}

const passwordUpdate = statement(
  'password-update',
  'update accounts set password_hash = :passwordHash where id = :accountId',
);

export async function updatePasswordHash(queries: Queries, accountId: number, passwordHash: string): Promise<void> {
  await passwordUpdate.write(queries, { accountId, passwordHash });
}
