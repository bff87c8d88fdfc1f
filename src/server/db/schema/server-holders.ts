import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './column-kinds.ts';

/** At most one row: the server that uses this database, or used it last. */
export const serverHolders = pgTable(
  'server_holders',
  {
    id: integer('id').primaryKey().default(1),
    holder: uuid('holder').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (table) => [check('server_holders_one', sql`${table.id} = 1`)],
);
