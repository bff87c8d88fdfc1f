import type { Queries } from '../db/database.ts';

export interface AffiliateRow {
  id: number;
  token: string;
  name: string;
  email: string;
  uniqid: string;
}

export async function loadAffiliate(queries: Queries, id: number): Promise<AffiliateRow | undefined> {
  const { rows } = await queries.query<AffiliateRow>({
    name: 'affiliate-load',
    text: 'select id, token::text, name, email, uniqid from affiliates where id = $1',
    values: [id],
  });
  return rows[0];
}

/** `email` in lower case, as it is stored. */
export async function loadAffiliateCredentials(
  queries: Queries,
  email: string,
): Promise<{ id: number; passwordHash: string } | undefined> {
  const { rows } = await queries.query<{ id: number; passwordHash: string }>({
    name: 'affiliate-credentials',
    text: 'select id, password_hash as "passwordHash" from affiliates where email = $1',
    values: [email],
  });
  return rows[0];
}

/** Whether the password is still the one of this hash; if so it cannot be changed before the transaction of the connection ends. */
export async function holdAffiliatePassword(queries: Queries, id: number, passwordHash: string): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'affiliate-hold-password',
    text: 'select 1 from affiliates where id = $1 and password_hash = $2 for share',
    values: [id, passwordHash],
  });
  return rows.length > 0;
}

export interface AffiliatePasswordRow {
  email: string;
  name: string;
  passwordHash: string;
}

export async function loadAffiliatePassword(queries: Queries, id: number): Promise<AffiliatePasswordRow | undefined> {
  const { rows } = await queries.query<AffiliatePasswordRow>({
    name: 'affiliate-password-load',
    text: 'select email, name, password_hash as "passwordHash" from affiliates where id = $1',
    values: [id],
  });
  return rows[0];
}

/** The same, and nobody else changes it before the end of the database transaction. */
export async function lockAffiliatePassword(queries: Queries, id: number): Promise<AffiliatePasswordRow | undefined> {
  const { rows } = await queries.query<AffiliatePasswordRow>({
    name: 'affiliate-password-lock',
    text: 'select email, name, password_hash as "passwordHash" from affiliates where id = $1 for no key update',
    values: [id],
  });
  return rows[0];
}

export async function updateAffiliatePasswordHash(queries: Queries, id: number, passwordHash: string): Promise<void> {
  await queries.query({
    name: 'affiliate-password-update',
    text: 'update affiliates set password_hash = $2 where id = $1',
    values: [id, passwordHash],
  });
}
