import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes, instant } from './column-kinds.ts';

/** What visitors write, what leaves by mail, and what customers are told. */

/** What the check of humanity said of an entry; `off` where the broker has set none up. */
export const humanityMarks = ['off', 'passed', 'missing', 'unavailable'] as const;

/** What visitors sent by the forms of the site. */
export const formEntries = pgTable(
  'form_entries',
  {
    id: uuid('id').primaryKey(),
    /** `contact`, or the name of a form of the content after `cms:`. */
    form: text('form').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** Names form, fields and day: the same words once more on one day are the same entry. */
    digest: bytes('digest').notNull().unique(),
    humanity: text('humanity', { enum: humanityMarks }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Set by whoever has read it. */
    readAt: instant('read_at'),
  },
  (table) => [index('form_entries_created').on(table.createdAt)],
);

/** Mails that have to leave. A row is deleted when its mail has left: this is a queue, not an archive. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Nobody tries before this. Null: nobody tries any more, it was refused for good or too often. */
    dueAt: instant('due_at'),
    /** From then on it is worth nothing to its reader, and is not sent any more. Null: there is no such time. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    index('mail_outbox_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);

/** Messages to customers. They are withdrawn, not deleted: what was read stays known. */
export const popups = pgTable(
  'popups',
  {
    id: uuid('id').primaryKey(),
    /** Whom it is for; null: every customer. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    title: text('title').notNull(),
    /** HTML of the allow-list. */
    content: text('content').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** From then on nobody is sent it. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('popups_published')
      .on(table.publishedAt)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

export const popupReads = pgTable(
  'popup_reads',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    popupId: uuid('popup_id')
      .notNull()
      .references(() => popups.id),
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.popupId] }),
    index('popup_reads_of_popup').on(table.popupId),
  ],
);
