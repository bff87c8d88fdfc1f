import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './column-kinds.ts';

/**
 * The documents that customers sent for verification. The files are stored elsewhere, encrypted; the status of each is
 * in the account.
 */

/** The keys of the account's `documents`. */
export const documentFields = ['doc_passport', 'doc_address', 'doc_funding_front', 'doc_funding_back'] as const;
export const documentMediaTypes = ['image/jpeg', 'application/pdf'] as const;

export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    field: text('field', { enum: documentFields }).notNull(),
    /** The random name of the file in the storage. */
    storageName: text('storage_name').notNull().unique(),
    mediaType: text('media_type', { enum: documentMediaTypes }).notNull(),
    /** Size of the original file, not of its encrypted form. */
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the file, in hexadecimal. */
    digest: text('digest').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [index('documents_account').on(table.accountId, table.field, table.uploadedAt)],
);
