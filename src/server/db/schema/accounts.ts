import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, minor } from './column-kinds.ts';

/** Who uses the product. */

export const affiliates = pgTable('affiliates', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  token: uuid('token').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  uniqid: text('uniqid').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

export interface DocumentState {
  status: '0' | '1' | '2' | '3';
  note: string | null;
  updated: string | null;
}

export const accounts = pgTable(
  'accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `user.token`: an identifier without authority. */
    token: uuid('token').notNull().unique(),
    /** The referral code. */
    uniqid: text('uniqid').notNull().unique(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    birthDate: date('birth_date', { mode: 'string' }),
    /** ISO 3166-1 numeric. */
    countryId: integer('country_id'),
    state: text('state'),
    city: text('city'),
    street: text('street'),
    zipCode: text('zip_code'),
    pin: text('pin'),
    level: text('level'),
    verified: boolean('verified').notNull().default(false),
    autoTrading: boolean('auto_trading').notNull().default(false),
    /** Category name → indexes into the category's leverages; null or no key: all of them. */
    customLeverage: jsonb('custom_leverage').$type<Record<string, number[]>>(),
    /** Ids of the categories that the account may trade. */
    categoryIds: integer('category_ids').array().notNull(),
    documents: jsonb('documents').$type<Record<string, DocumentState>>().notNull().default({}),
    referredByAccountId: bigint('referred_by_account_id', { mode: 'number' }),
    referredByAffiliateId: bigint('referred_by_affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    sourcePage: text('source_page'),
    /** When the terms were agreed to; null for who was entered otherwise than by the registration. */
    agreedAt: instant('agreed_at'),
    /** Encrypted. A secret without the instant was made but never shown to work. */
    factorSecret: bytes('factor_secret'),
    factorEnabledAt: instant('factor_enabled_at'),
    /** The time step of the newest code that was taken: no code is taken twice. */
    factorStep: bigint('factor_step', { mode: 'number' }),
    /** Cached: always the sum of the account's postings. */
    balanceMinor: minor('balance_minor').notNull().default(0),
    /** Cached: always the sum of the amounts of its open positions. */
    investedMinor: minor('invested_minor').notNull().default(0),
    /** Cached: always the number of its open positions. */
    openPositions: integer('open_positions').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('accounts_referred_by_affiliate').on(table.referredByAffiliateId),
    index('accounts_referred_by_account').on(table.referredByAccountId),
    check('accounts_invested_not_negative', sql`${table.investedMinor} >= 0`),
    check('accounts_open_positions_not_negative', sql`${table.openPositions} >= 0`),
    check('accounts_factor_has_secret', sql`${table.factorEnabledAt} is null or ${table.factorSecret} is not null`),
    check(
      'accounts_one_referrer',
      sql`num_nonnulls(${table.referredByAccountId}, ${table.referredByAffiliateId}) <= 1`,
    ),
  ],
);
