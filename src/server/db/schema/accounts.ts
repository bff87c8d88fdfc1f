import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { referralFaults } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { NoticeChoices } from '../../../lib/notices/notice-catalogue.ts';
import { bytes, instant, minor } from './column-kinds.ts';

/** The accounts of customers and affiliates. */

export const affiliates = pgTable('affiliates', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  token: uuid('token').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  /** E.164; null if unknown. */
  phone: text('phone'),
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
    /** The contract's `user.token`: identifies the account, but grants no access. */
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
    /** When the customer last agreed to a rule of auto trading, and its version; the audit log has all of them. */
    autoConsentedAt: instant('auto_consented_at'),
    autoConsentedTo: text('auto_consented_to'),
    /** Category name → indexes into the category's leverages; null or a missing key: all of them. */
    customLeverage: jsonb('custom_leverage').$type<Record<string, number[]>>(),
    /** Ids of the categories that the account may trade. */
    categoryIds: integer('category_ids').array().notNull(),
    documents: jsonb('documents').$type<Record<string, DocumentState>>().notNull().default({}),
    referredByAccountId: bigint('referred_by_account_id', { mode: 'number' }),
    referredByAffiliateId: bigint('referred_by_affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    /** Why the account does not count for its referrer; null: it counts. */
    referralFault: text('referral_fault', { enum: referralFaults }),
    sourcePage: text('source_page'),
    /** The `tag` of the referral link by which the account came: where the link was placed. */
    sourceTag: text('source_tag'),
    /** When the first deposit was credited. A later deposit becomes the first only if this one is reversed in full. */
    firstDepositAt: instant('first_deposit_at'),
    /** The amount of the first deposit. */
    firstDepositMinor: minor('first_deposit_minor'),
    /** When the owner first signed in. Until then the referrer does not see the account: see `noteSignIn`. */
    enteredAt: instant('entered_at'),
    /** When the terms were agreed to; null if the account was not created by a registration. */
    agreedAt: instant('agreed_at'),
    /** When an operator blocked the account; null: it is not blocked. */
    blockedAt: instant('blocked_at'),
    /** The language of the page from which the customer last signed in, for mails; null if that is not known. */
    language: text('language'),
    /** What the customer switched of the catalogue of notices; null or a missing key: as the catalogue has it. */
    noticeChoices: jsonb('notice_choices').$type<NoticeChoices>(),
    /** Encrypted. While `factor_enabled_at` is null, no code has confirmed this secret yet. */
    factorSecret: bytes('factor_secret'),
    factorEnabledAt: instant('factor_enabled_at'),
    /**
     * The time step of the newest accepted code. Codes of this step or before are refused, so that no code works twice.
     */
    factorStep: bigint('factor_step', { mode: 'number' }),
    /** Cached: always the sum of the account's tradable postings, including bonuses and credit. */
    balanceMinor: minor('balance_minor').notNull().default(0),
    /** Cached: the part of the balance that is bonuses. */
    bonusMinor: minor('bonus_minor').notNull().default(0),
    /** Cached: the part of the balance that is credit. */
    creditMinor: minor('credit_minor').notNull().default(0),
    /** Cached: what is reserved for withdrawals, which is not part of the balance. */
    reservedMinor: minor('reserved_minor').notNull().default(0),
    /** Cached: always the sum of the amounts of its open positions. */
    investedMinor: minor('invested_minor').notNull().default(0),
    /** Cached: always the number of its open positions. */
    openPositions: integer('open_positions').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('accounts_referred_by_affiliate')
      .on(table.referredByAffiliateId)
      .where(sql`${table.referredByAffiliateId} is not null`),
    // To find earlier registrations with the same number, or the same mailbox (whatever follows a plus in the email).
    index('accounts_phone').on(table.phone),
    index('accounts_mailbox').on(sql`regexp_replace(email, '\\+[^@]*@', '@')`),
    index('accounts_referred_by_account').on(table.referredByAccountId),
    // Accounts with a pending withdrawal.
    index('accounts_reserved')
      .on(table.id)
      .where(sql`${table.reservedMinor} > 0`),
    check('accounts_invested_not_negative', sql`${table.investedMinor} >= 0`),
    check(
      'accounts_parts_not_negative',
      sql`${table.bonusMinor} >= 0 and ${table.creditMinor} >= 0 and ${table.reservedMinor} >= 0`,
    ),
    check('accounts_open_positions_not_negative', sql`${table.openPositions} >= 0`),
    check('accounts_factor_has_secret', sql`${table.factorEnabledAt} is null or ${table.factorSecret} is not null`),
    check('accounts_auto_consent', sql`num_nonnulls(${table.autoConsentedAt}, ${table.autoConsentedTo}) in (0, 2)`),
    check(
      'accounts_one_referrer',
      sql`num_nonnulls(${table.referredByAccountId}, ${table.referredByAffiliateId}) <= 1`,
    ),
    check('accounts_referral_fault', sql`${table.referralFault} in ('self', 'duplicate')`),
    check('accounts_source_tag', sql`${table.sourceTag} ~ '^[A-Za-z0-9._-]{1,50}$'`),
    check(
      'accounts_first_deposit',
      sql`num_nonnulls(${table.firstDepositAt}, ${table.firstDepositMinor}) <> 1 and ${table.firstDepositMinor} > 0`,
    ),
  ],
);
