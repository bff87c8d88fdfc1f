import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { noticeCodes } from '../../../lib/notices/notice-catalogue.ts';
import type { StoredNoticeData } from '../../../lib/notices/stored-notice.ts';
import { accounts } from './accounts.ts';
import { bytes, instant } from './column-kinds.ts';

/** Submissions of visitors, outgoing mail, messages to customers, and what editors were told. */

/** The result of the humanity check of a submission; `off` if the broker has configured none. */
export const humanityMarks = ['off', 'passed', 'missing', 'unavailable'] as const;

/** Form submissions of visitors. */
export const formEntries = pgTable(
  'form_entries',
  {
    id: uuid('id').primaryKey(),
    /** `contact`, or `cms:` and the name of a form in the content. */
    form: text('form').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** Identifies form, fields and day: the same text sent again on the same day is the same submission. */
    digest: bytes('digest').notNull().unique(),
    humanity: text('humanity', { enum: humanityMarks }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When an operator marked it as read. */
    readAt: instant('read_at'),
  },
  (table) => [index('form_entries_created').on(table.createdAt)],
);

/** Outgoing mails. A row is deleted when its mail has left: this is a queue, not an archive. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    /** The plain text. */
    body: text('body').notNull(),
    /** Null: the mail is plain text only. */
    html: text('html'),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Not attempted before this instant. Null: given up, because the mail was refused for good or too often. */
    dueAt: instant('due_at'),
    /** From then on the mail is useless to its reader and is not sent. Null: it never expires. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    index('mail_outbox_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);

/** Parts of the content that are refused, and that editors were mailed of. A row is deleted when its part is mended. */
export const contentRefusals = pgTable('content_refusals', {
  /** The key of the part: `pages/{id}`. */
  key: text('key').primaryKey(),
  /** What editors call it. */
  name: text('name').notNull(),
  toldAt: instant('told_at').notNull(),
});

/** Messages to customers. They are withdrawn, not deleted, so that it stays known who has read them. */
export const popups = pgTable(
  'popups',
  {
    id: uuid('id').primaryKey(),
    /** The account that the message is for; null: every customer. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    title: text('title').notNull(),
    /** HTML with allow-listed elements only. */
    content: text('content').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** Since when the message is no longer sent to anybody. */
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

/**
 * What customers were told of, on the screen and by mail. Rows are written in the database transaction of what they
 * tell of, and deleted after 90 days by `createNoticeRetention`.
 */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    code: text('code', { enum: noticeCodes }).notNull(),
    data: jsonb('data').$type<StoredNoticeData>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** False if the customer only wants the mail. */
    onScreen: boolean('on_screen').notNull(),
    readAt: instant('read_at'),
    /** When the mail that gathers an account's closed positions is due; null: there is none, or it is written. */
    mailDueAt: instant('mail_due_at'),
  },
  (table) => [
    // The only index over all rows: closing positions writes many.
    primaryKey({ columns: [table.accountId, table.createdAt, table.id] }),
    // Small, and cheap to write: for the deletion of old rows.
    index('notices_created').using('brin', table.createdAt),
    index('notices_mail_due')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
  ],
);
