import type { Queries } from '../db/database.ts';

/** What was sealed by the key of this database; undefined where there is nothing yet. */
export async function loadKeyProof(queries: Queries): Promise<Buffer | undefined> {
  const { rows } = await queries.query<{ sealed: Buffer }>({
    name: 'key-proof-load',
    text: 'select sealed from key_proofs',
    values: [],
  });
  return rows[0]?.sealed;
}

/** Keeps the one that is there already. */
export async function insertKeyProof(queries: Queries, sealed: Buffer, createdAt: Date): Promise<void> {
  await queries.query({
    name: 'key-proof-insert',
    text: 'insert into key_proofs (sealed, created_at) values ($1, $2) on conflict do nothing',
    values: [sealed, createdAt],
  });
}
