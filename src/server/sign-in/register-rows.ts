import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

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
  /** The source tag of the referral link. */
  sourceTag: string | null;
  /** When the terms were accepted and the account was opened. */
  createdAt: Date;
  /** The language of the page. */
  language: string;
}

const referrerFind = statement(
  'referrer-find',
  `select id as "accountId", null::bigint as "affiliateId" from accounts where uniqid = :uniqid
   union all
   select null, id from affiliates where uniqid = :uniqid
   limit 1`,
);

/** Finds the owner of a referral code, a customer or else an affiliate. Both ids are null if the code is unknown. */
export async function findReferrer(queries: Queries, uniqid: string): Promise<Referrer> {
  const rows = await referrerFind.rows(queries, { uniqid });
  return rows[0] ?? { accountId: null, affiliateId: null };
}

const accountRegister = statement(
  'account-register',
  `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, phone, country_id,
     referred_by_account_id, referred_by_affiliate_id, source_page, source_tag, agreed_at, created_at, language, category_ids)
   values (:token, :uniqid, :email, :passwordHash, :firstName, :lastName, :phone, :countryId?, :accountId?, :affiliateId?, :sourcePage?, :sourceTag?, :createdAt, :createdAt, :language,
     coalesce((select array_agg(id order by id) from asset_categories), '{}'))
   on conflict (email) do nothing returning id`,
);

/** Opens an account that may trade every category; returns its id, or undefined if the email is taken. */
export async function insertNewAccount(queries: Queries, account: NewAccountRow): Promise<number | undefined> {
  const { token, uniqid, email, passwordHash, firstName, lastName, phone, countryId, createdAt } = account;
  const { sourcePage, sourceTag, referrer, language } = account;
  return (
    await accountRegister.first(queries, {
      token,
      uniqid,
      email,
      passwordHash,
      firstName,
      lastName,
      phone,
      countryId,
      accountId: referrer.accountId,
      affiliateId: referrer.affiliateId,
      sourcePage,
      sourceTag,
      createdAt,
      language,
    })
  )?.id;
}
