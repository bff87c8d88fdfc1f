import type { Queries } from '../db/database.ts';

export interface Referrer {
  accountId: number | null;
  affiliateId: number | null;
}

export interface NewAccountRow {
  token: string;
  uniqid: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** E.164. */
  phone: string;
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  referrer: Referrer;
  sourcePage: string | null;
  /** What the link of the referrer said of where it stands. */
  sourceTag: string | null;
  /** When the terms were agreed to, and the account was opened. */
  createdAt: Date;
}

/** Whose referral code it is: a customer's, else an affiliate's; nobody's where there is no such code. */
export async function findReferrer(queries: Queries, uniqid: string): Promise<Referrer> {
  const { rows } = await queries.query<Referrer>({
    name: 'referrer-find',
    text: `select id as "accountId", null::bigint as "affiliateId" from accounts where uniqid = $1
           union all
           select null, id from affiliates where uniqid = $1
           limit 1`,
    values: [uniqid],
  });
  return rows[0] ?? { accountId: null, affiliateId: null };
}

/** Opens an account that may trade every category; returns its id. Undefined: there is one with this email. */
export async function insertNewAccount(queries: Queries, account: NewAccountRow): Promise<number | undefined> {
  const { token, uniqid, email, passwordHash, firstName, lastName, phone, countryId, createdAt } = account;
  const { sourcePage, sourceTag, referrer } = account;
  const { rows } = await queries.query<{ id: number }>({
    name: 'account-register',
    text: `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, phone, country_id,
             referred_by_account_id, referred_by_affiliate_id, source_page, source_tag, agreed_at, created_at, category_ids)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13,
             coalesce((select array_agg(id order by id) from asset_categories), '{}'))
           on conflict (email) do nothing returning id`,
    values: [
      ...[token, uniqid, email, passwordHash, firstName, lastName, phone, countryId],
      ...[referrer.accountId, referrer.affiliateId, sourcePage, sourceTag, createdAt],
    ],
  });
  return rows[0]?.id;
}
