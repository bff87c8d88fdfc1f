import type { Queries } from '../../db/database.ts';

export async function isPartyInBooks(queries: Queries, party: string): Promise<boolean> {
  const { rows } = await queries.query<{ isThere: boolean }>({
    name: 'party-in-books',
    text: `select exists (select from ledger_postings where book = 'provider' and party = $1) as "isThere"`,
    values: [party],
  });
  return rows[0]?.isThere ?? false;
}
