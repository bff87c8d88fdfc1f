import type { referralFaults } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

type ReferralFault = (typeof referralFaults)[number];

export interface ListedAffiliate {
  email: string;
  name: string;
  uniqid: string;
  phone: string | null;
  createdAt: Date;
  /** Accounts whose owner signed in, as the affiliate counts them. */
  accounts: number;
}

const operatorAffiliates = statement(
  'operator-affiliates',
  `select f.email, f.name, f.uniqid, f.phone, f.created_at as "createdAt",
     (select count(*)::int from referred_accounts a where a.affiliate_id = f.id) as "accounts!"
   from affiliates f order by f.created_at desc, f.id desc`,
);

/** All affiliates, newest first. */
export function listAffiliates(queries: Queries): Promise<ListedAffiliate[]> {
  return operatorAffiliates.rows(queries);
}

export interface NewAffiliate {
  token: string;
  /** In lower case. */
  email: string;
  name: string;
  uniqid: string;
  /** E.164. */
  phone: string | null;
  passwordHash: string;
  createdAt: Date;
}

const operatorAffiliateInsert = statement(
  'operator-affiliate-insert',
  `insert into affiliates (token, email, name, uniqid, phone, password_hash, created_at) values (:token, :email, :name, :uniqid, :phone?, :passwordHash, :createdAt)
   on conflict (email) do nothing returning id`,
);

/** Returns the id; null if an affiliate with this email exists. */
export async function insertAffiliate(queries: Queries, affiliate: NewAffiliate): Promise<number | null> {
  const { token, email, name, uniqid, phone, passwordHash, createdAt } = affiliate;
  return (
    (await operatorAffiliateInsert.first(queries, { token, email, name, uniqid, phone, passwordHash, createdAt }))
      ?.id ?? null
  );
}

const operatorAffiliateSessions = statement(
  'operator-affiliate-sessions',
  'delete from sessions where affiliate_id = :id?',
);

const operatorAffiliatePassword = statement(
  'operator-affiliate-password',
  'update affiliates set password_hash = :passwordHash where email = :email returning id',
);

/** Sets the password and ends the sessions; returns the affiliate's id, null if there is none. */
export async function updateAffiliatePassword(
  queries: Queries,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<number | null> {
  const rows = await operatorAffiliatePassword.rows(queries, { email, passwordHash });
  const id = rows[0]?.id ?? null;
  await operatorAffiliateSessions.write(queries, { id });
  return id;
}

export interface ReferredAccount {
  email: string;
  name: string;
  createdAt: Date;
  sourcePage: string | null;
  sourceTag: string | null;
  /** Null: the owner has not signed in yet, so the affiliate does not see the account. */
  enteredAt: Date | null;
  /** Why it does not count; null: it counts. */
  referralFault: ReferralFault | null;
  firstDepositAt: Date | null;
  firstDepositMinor: number | null;
}

const operatorAffiliateKnown = statement('operator-affiliate-known', 'select 1 from affiliates where email = :email');

const operatorAffiliateAccounts = statement(
  'operator-affiliate-accounts',
  `select a.email, concat_ws(' ', a.first_name, a.last_name) as "name!", a.created_at as "createdAt",
     a.source_page as "sourcePage", a.source_tag as "sourceTag", a.entered_at as "enteredAt",
     a.referral_fault as "referralFault", a.first_deposit_at as "firstDepositAt",
     a.first_deposit_minor as "firstDepositMinor"
   from accounts a
   where a.referred_by_affiliate_id = (select id from affiliates where email = :email)
   order by a.created_at desc, a.id desc`,
);

/** The accounts that an affiliate referred, newest first; undefined if there is no such affiliate. */
export async function listReferred(queries: Queries, email: string): Promise<ReferredAccount[] | undefined> {
  if ((await operatorAffiliateKnown.first(queries, { email })) === null) return undefined;
  return operatorAffiliateAccounts.rows(queries, { email });
}
