import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { codePurposes } from '../../../lib/contract/accounts/sign-in-calls.ts';
import { accounts, affiliates } from './accounts.ts';
import { bytes, instant } from './column-kinds.ts';

/** Tables of sessions, of other ways to sign in, and of the audit log. */

/** How a session was opened. */
export const sessionOpeners = ['password', 'login-link', 'reset-link', 'registration', 'demo'] as const;

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the access token; the token itself is stored nowhere. */
    tokenHash: bytes('token_hash').primaryKey(),
    /** The id by which the owner refers to the session. */
    id: uuid('id')
      .notNull()
      .unique()
      .default(sql`gen_random_uuid()`),
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    affiliateId: bigint('affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    openedBy: text('opened_by', { enum: sessionOpeners }).notNull().default('password'),
    /** The network address from which the session was opened; null if it was not recorded. */
    address: text('address'),
    userAgent: text('user_agent'),
    /** ISO 3166-1 alpha-2. */
    countryShort: text('country_short'),
    city: text('city'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    index('sessions_account').on(table.accountId),
    index('sessions_affiliate')
      .on(table.affiliateId)
      .where(sql`${table.affiliateId} is not null`),
    index('sessions_last_seen').on(table.lastSeenAt),
    check('sessions_one_owner', sql`num_nonnulls(${table.accountId}, ${table.affiliateId}) = 1`),
  ],
);

/** Codes of links that log a customer in once. */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** SHA-256 of the code; the code itself is stored nowhere. */
    codeHash: bytes('code_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('login_codes_account').on(table.accountId), index('login_codes_expires').on(table.expiresAt)],
);

/** Browsers that logged in before: strangers' wrong attempts do not slow them down. */
export const devices = pgTable(
  'devices',
  {
    /** SHA-256 of the token that the browser keeps. */
    tokenHash: bytes('token_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [index('devices_account').on(table.accountId)],
);

/** Codes that each replace the authenticator app once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: bytes('code_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_account').on(table.accountId)],
);

/** Every event that matters to safety. Append-only: the database refuses updates and deletes. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    /** One of the closed list in `audit-log.ts`. */
    event: text('event').notNull(),
    /** `visitor`, `customer`, `affiliate`, `system`, or `operator:` and a name. */
    actor: text('actor').notNull(),
    /** The account that the event is about; null if there is none, or it is not known. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    affiliateId: bigint('affiliate_id', { mode: 'number' }).references(() => affiliates.id),
    address: text('address'),
    userAgent: text('user_agent'),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
  },
  (table) => [index('audit_entries_at').on(table.at), index('audit_entries_account').on(table.accountId, table.at)],
);

/**
 * At most one row: a sealed text. A key that opens it is the key with which everything else in this database was
 * sealed.
 */
export const keyProofs = pgTable(
  'key_proofs',
  {
    id: integer('id').primaryKey().default(1),
    sealed: bytes('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('key_proofs_one', sql`${table.id} = 1`)],
);
