import { affiliateLogin } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { Queries } from '../../../src/server/db/database.ts';
import { hashPassword } from '../../../src/server/passwords/password.ts';
import type { TestApp } from '../../support/test-app.ts';

export const demoAffiliateEmail = 'affiliate@example.com';
export const affiliatePassword = 'demo1234';

/** The database into which affiliates and accounts are inserted. */
interface Shop {
  app: { database: Queries };
}

/** Inserts an affiliate as an operator would, with the demo password; returns its id. */
export async function makeAffiliate(shop: Shop, name: string): Promise<number> {
  const { rows } = await shop.app.database.query<{ id: number }>(
    `insert into affiliates (token, name, email, password_hash, uniqid, created_at)
     values (gen_random_uuid(), $1, $2, $3, $1, now()) returning id`,
    [name, `${name}@example.com`, await hashPassword(affiliatePassword)],
  );
  return rows[0]!.id;
}

/** Logs an affiliate in through the API. */
export async function enterAsAffiliate(shop: TestApp, email = demoAffiliateEmail, password = affiliatePassword) {
  const { body } = await shop.call(affiliateLogin, { body: { email, password, info: '{}' } });
  if (body.status === 'error') throw new Error(`${email} could not log in: ${body.error.code}`);
  return { accessToken: body.data.access_token, user: body.data.user };
}

/** The facts of a referred account that a test can set. */
export interface ReferredFacts {
  uniqid: string;
  firstName: string;
  lastName: string;
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  createdAt: Date;
  sourcePage: string | null;
  sourceTag: string | null;
  deposit: { at: Date; minor: number } | null;
  fault: 'self' | 'duplicate' | null;
  /** Null: the owner has not signed in yet. */
  enteredAt: Date | null;
}

export const emailOf = ({ uniqid }: Pick<ReferredFacts, 'uniqid'>) => `${uniqid}@example.com`;

/** Inserts accounts that were opened by the affiliate's link, all in one statement. */
export async function referAccounts(
  shop: Shop,
  affiliateId: number,
  accounts: readonly ReferredFacts[],
): Promise<void> {
  await shop.app.database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, country_id, created_at,
       source_page, source_tag, first_deposit_at, first_deposit_minor, referral_fault, entered_at, referred_by_affiliate_id)
     select gen_random_uuid(), t.uniqid, t.uniqid || '@example.com', '-', t.first_name, t.last_name, '{}', t.country, t.created_at,
       t.page, t.tag, t.deposit_at, t.deposit_minor, t.fault, t.entered_at, $1
     from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::text[], $8::text[], $9::timestamptz[],
       $10::bigint[], $11::text[], $12::timestamptz[])
       as t (uniqid, first_name, last_name, country, created_at, page, tag, deposit_at, deposit_minor, fault, entered_at)`,
    [
      affiliateId,
      accounts.map(({ uniqid }) => uniqid),
      accounts.map(({ firstName }) => firstName),
      accounts.map(({ lastName }) => lastName),
      accounts.map(({ countryId }) => countryId),
      accounts.map(({ createdAt }) => createdAt),
      accounts.map(({ sourcePage }) => sourcePage),
      accounts.map(({ sourceTag }) => sourceTag),
      accounts.map(({ deposit }) => deposit?.at ?? null),
      accounts.map(({ deposit }) => deposit?.minor ?? null),
      accounts.map(({ fault }) => fault),
      accounts.map(({ enteredAt }) => enteredAt),
    ],
  );
}

/** A typical account; a test names only the fields it cares about. */
export function referred(uniqid: string, facts: Partial<ReferredFacts> = {}): ReferredFacts {
  const createdAt = facts.createdAt ?? new Date('2026-03-01T12:00:00Z');
  return {
    ...{ uniqid, firstName: 'Ada', lastName: 'Lovelace', countryId: 826, createdAt, sourcePage: '/', sourceTag: null },
    ...{ deposit: null, fault: null, enteredAt: createdAt },
    ...facts,
  };
}
