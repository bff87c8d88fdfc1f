import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

const partyInBooks = statement(
  'party-in-books',
  `select exists (select from ledger_postings where book = 'provider' and party = :party) as "isThere"`,
);

export async function isPartyInBooks(queries: Queries, party: string): Promise<boolean> {
  return (await partyInBooks.first(queries, { party }))?.isThere ?? false;
}
