import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { referralFaults } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { accounts, affiliates } from './accounts.ts';
import { instant } from './column-kinds.ts';

/**
 * The columns by which affiliates' lists are filtered, sorted and counted. A trigger copies them from accounts whose
 * owner has signed in, so that trades do not change this table.
 */
export const referredAccounts = pgTable(
  'referred_accounts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    affiliateId: bigint('affiliate_id', { mode: 'number' })
      .notNull()
      .references(() => affiliates.id),
    createdAt: instant('created_at').notNull(),
    firstDepositAt: instant('first_deposit_at'),
    /**
     * The days, in UTC, are stored because deriving them from a hundred thousand instants takes longer than counting
     * them.
     */
    registeredOn: date('registered_on', { mode: 'string' }).generatedAlwaysAs(
      sql`(created_at at time zone 'UTC')::date`,
    ),
    firstDepositOn: date('first_deposit_on', { mode: 'string' }).generatedAlwaysAs(
      sql`(first_deposit_at at time zone 'UTC')::date`,
    ),
    /** ISO 3166-1 numeric. */
    countryId: integer('country_id'),
    referralFault: text('referral_fault', { enum: referralFaults }),
    /** The account's id, email and name, one on each line, in lower case; truncated, because the column is indexed. */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    // These two indexes contain every column that is queried, so a row is read only for an account that is shown.
    index('referred_accounts_by_registration').on(
      ...[table.affiliateId, table.createdAt, table.accountId],
      ...[table.firstDepositAt, table.registeredOn, table.countryId, table.referralFault, table.searchText],
    ),
    index('referred_accounts_by_first_deposit')
      .on(
        ...[table.affiliateId, table.firstDepositAt, table.accountId, table.createdAt],
        ...[table.firstDepositOn, table.registeredOn, table.countryId, table.referralFault, table.searchText],
      )
      .where(sql`${table.firstDepositAt} is not null`),
  ],
);
