import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

export interface AffiliateRow {
  id: number;
  token: string;
  name: string;
  email: string;
  uniqid: string;
}

const affiliateLoad = statement(
  'affiliate-load',
  'select id, token::text, name, email, uniqid from affiliates where id = :id',
);

export async function loadAffiliate(queries: Queries, id: number): Promise<AffiliateRow | undefined> {
  return (await affiliateLoad.first(queries, { id })) ?? undefined;
}

const affiliateCredentials = statement(
  'affiliate-credentials',
  'select id, password_hash as "passwordHash" from affiliates where email = :email',
);

/** `email` in lower case, as it is stored. */
export async function loadAffiliateCredentials(
  queries: Queries,
  email: string,
): Promise<{ id: number; passwordHash: string } | undefined> {
  return (await affiliateCredentials.first(queries, { email })) ?? undefined;
}

const affiliateHoldPassword = statement(
  'affiliate-hold-password',
  'select 1 from affiliates where id = :id and password_hash = :passwordHash for share',
);

/**
 * Whether this is still the hash of the password. If so, the password cannot change until the database transaction
 * ends.
 */
export async function holdAffiliatePassword(queries: Queries, id: number, passwordHash: string): Promise<boolean> {
  return (await affiliateHoldPassword.first(queries, { id, passwordHash })) !== null;
}

export interface AffiliatePasswordRow {
  email: string;
  name: string;
  passwordHash: string;
}

const affiliatePasswordLoad = statement(
  'affiliate-password-load',
  'select email, name, password_hash as "passwordHash" from affiliates where id = :id',
);

export async function loadAffiliatePassword(queries: Queries, id: number): Promise<AffiliatePasswordRow | undefined> {
  return (await affiliatePasswordLoad.first(queries, { id })) ?? undefined;
}

const affiliatePasswordLock = statement(
  'affiliate-password-lock',
  'select email, name, password_hash as "passwordHash" from affiliates where id = :id for no key update',
);

/** Like `loadAffiliatePassword`, but locks the row until the database transaction ends. */
export async function lockAffiliatePassword(queries: Queries, id: number): Promise<AffiliatePasswordRow | undefined> {
  return (await affiliatePasswordLock.first(queries, { id })) ?? undefined;
}

const affiliatePasswordUpdate = statement(
  'affiliate-password-update',
  'update affiliates set password_hash = :passwordHash where id = :id',
);

export async function updateAffiliatePasswordHash(queries: Queries, id: number, passwordHash: string): Promise<void> {
  await affiliatePasswordUpdate.write(queries, { id, passwordHash });
}
