import type { referralFaults } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Queries } from '../../db/database.ts';

type ReferralFault = (typeof referralFaults)[number];

export interface ListedAffiliate {
  email: string;
  name: string;
  uniqid: string;
  phone: string | null;
  createdAt: Date;
  /** Those whose owner came in, as the affiliate counts them. */
  accounts: number;
}

/** Who brings customers, the newest first. */
export async function listAffiliates(queries: Queries): Promise<ListedAffiliate[]> {
  const { rows } = await queries.query<ListedAffiliate>({
    name: 'operator-affiliates',
    text: `select f.email, f.name, f.uniqid, f.phone, f.created_at as "createdAt",
             (select count(*)::int from referred_accounts a where a.affiliate_id = f.id) as accounts
           from affiliates f order by f.created_at desc, f.id desc`,
    values: [],
  });
  return rows;
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

/** Its id; null where there is one of this email. */
export async function insertAffiliate(queries: Queries, affiliate: NewAffiliate): Promise<number | null> {
  const { token, email, name, uniqid, phone, passwordHash, createdAt } = affiliate;
  const { rows } = await queries.query<{ id: number }>({
    name: 'operator-affiliate-insert',
    text: `insert into affiliates (token, email, name, uniqid, phone, password_hash, created_at) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (email) do nothing returning id`,
    values: [token, email, name, uniqid, phone, passwordHash, createdAt],
  });
  return rows[0]?.id ?? null;
}

/** Sets the password and ends the sessions; the affiliate's id, null where there is none. */
export async function updateAffiliatePassword(
  queries: Queries,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<number | null> {
  const { rows } = await queries.query<{ id: number }>({
    name: 'operator-affiliate-password',
    text: 'update affiliates set password_hash = $2 where email = $1 returning id',
    values: [email, passwordHash],
  });
  const id = rows[0]?.id ?? null;
  await queries.query({
    name: 'operator-affiliate-sessions',
    text: 'delete from sessions where affiliate_id = $1',
    values: [id],
  });
  return id;
}

export interface ReferredAccount {
  email: string;
  name: string;
  createdAt: Date;
  sourcePage: string | null;
  sourceTag: string | null;
  /** Null: nobody came in yet, and the affiliate is not told of it. */
  enteredAt: Date | null;
  /** Why it counts for nobody; null: it counts. */
  referralFault: ReferralFault | null;
  firstDepositAt: Date | null;
  firstDepositMinor: number | null;
}

/** Whom an affiliate brought, the newest first; undefined where there is no such affiliate. */
export async function listReferred(queries: Queries, email: string): Promise<ReferredAccount[] | undefined> {
  const known = await queries.query({
    name: 'operator-affiliate-known',
    text: 'select 1 from affiliates where email = $1',
    values: [email],
  });
  if (known.rows.length === 0) return undefined;
  const { rows } = await queries.query<ReferredAccount>({
    name: 'operator-affiliate-accounts',
    text: `select a.email, concat_ws(' ', a.first_name, a.last_name) as name, a.created_at as "createdAt",
             a.source_page as "sourcePage", a.source_tag as "sourceTag", a.entered_at as "enteredAt",
             a.referral_fault as "referralFault", a.first_deposit_at as "firstDepositAt",
             a.first_deposit_minor as "firstDepositMinor"
           from accounts a
           where a.referred_by_affiliate_id = (select id from affiliates where email = $1)
           order by a.created_at desc, a.id desc`,
    values: [email],
  });
  return rows;
}
