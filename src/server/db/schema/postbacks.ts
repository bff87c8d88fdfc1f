import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { deliveryEvents, deliveryFaults, postbackEvents } from '../../../lib/contract/affiliate/postback-calls.ts';
import { accounts, affiliates } from './accounts.ts';
import { bytes, instant } from './column-kinds.ts';

/** How affiliates' own servers are told of what happens to the accounts that came by them. */

export const affiliatePostbacks = pgTable('affiliate_postbacks', {
  affiliateId: bigint('affiliate_id', { mode: 'number' })
    .primaryKey()
    .references(() => affiliates.id),
  /** Null: nothing is sent. */
  url: text('url'),
  /** What it is told of. */
  events: text('events', { enum: postbackEvents })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** What deliveries are signed by, sealed with the master key. */
  secret: bytes('secret').notNull(),
  secretMadeAt: instant('secret_made_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** What an affiliate's server is told, once for each event of an account. Written with what it tells of. */
export const postbackDeliveries = pgTable(
  'postback_deliveries',
  {
    id: uuid('id').primaryKey(),
    affiliateId: bigint('affiliate_id', { mode: 'number' })
      .notNull()
      .references(() => affiliates.id),
    /** Null of a test. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    event: text('event', { enum: deliveryEvents }).notNull(),
    /** JSON, byte for byte as it is signed and sent. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it is tried next; null: it was delivered, or given up. */
    dueAt: instant('due_at'),
    tries: integer('tries').notNull().default(0),
    /** The HTTP status of the last answer. */
    lastStatus: integer('last_status'),
    lastFault: text('last_fault', { enum: deliveryFaults }),
    /** When the last answer came, or the last try failed. */
    answeredAt: instant('answered_at'),
    /** When it was last taken: stays, whatever comes of its being sent again. */
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    uniqueIndex('postback_deliveries_once').on(table.affiliateId, table.accountId, table.event),
    index('postback_deliveries_of_affiliate').on(table.affiliateId, table.createdAt, table.id),
    index('postback_deliveries_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    check('postback_deliveries_test', sql`(${table.event} = 'test') = (${table.accountId} is null)`),
  ],
);
