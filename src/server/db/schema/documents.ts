import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './column-kinds.ts';

/**
 * What customers sent to be verified by. The files lie elsewhere, encrypted; what became of each stands in the account.
 */

/** The fields of the account that a document belongs to. */
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
    /** The random name under which the storage has it. */
    storageName: text('storage_name').notNull().unique(),
    mediaType: text('media_type', { enum: documentMediaTypes }).notNull(),
    /** Of the file itself, not of what is stored. */
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the file, hexadecimal. */
    digest: text('digest').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [index('documents_account').on(table.accountId, table.field, table.uploadedAt)],
);
