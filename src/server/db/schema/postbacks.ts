import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { deliveryEvents, deliveryFaults, postbackEvents } from '../../../lib/contract/affiliate/postback-calls.ts';
import { accounts, affiliates } from './accounts.ts';
import { bytes, instant } from './column-kinds.ts';

/** Notifications to affiliates' own servers about the accounts that they referred. */

export const affiliatePostbacks = pgTable('affiliate_postbacks', {
  affiliateId: bigint('affiliate_id', { mode: 'number' })
    .primaryKey()
    .references(() => affiliates.id),
  /** Null: nothing is sent. */
  url: text('url'),
  /** The events that are sent. */
  events: text('events', { enum: postbackEvents })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The key that signs deliveries, sealed with the master key. */
  secret: bytes('secret').notNull(),
  secretMadeAt: instant('secret_made_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * Messages to an affiliate's server, one for each event of an account. Inserted in the database transaction of the
 * event.
 */
export const postbackDeliveries = pgTable(
  'postback_deliveries',
  {
    id: uuid('id').primaryKey(),
    affiliateId: bigint('affiliate_id', { mode: 'number' })
      .notNull()
      .references(() => affiliates.id),
    /** Null for a test delivery. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    event: text('event', { enum: deliveryEvents }).notNull(),
    /** JSON, exactly the bytes that are signed and sent. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it is attempted next; null: delivered or given up. */
    dueAt: instant('due_at'),
    tries: integer('tries').notNull().default(0),
    /** The HTTP status of the last answer. */
    lastStatus: integer('last_status'),
    lastFault: text('last_fault', { enum: deliveryFaults }),
    /** When the last answer came or the last attempt failed. */
    answeredAt: instant('answered_at'),
    /** When the affiliate's server last accepted the message; kept even if sending it again fails. */
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
