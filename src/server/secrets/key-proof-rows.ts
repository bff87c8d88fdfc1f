import type { Queries } from '../db/database.ts';

export interface SealedFactorRow {
  accountId: number;
  sealed: Buffer;
}

/** What was sealed by the key of this database; empty where an operator gave up what was sealed, undefined where nothing was said yet. */
export async function loadKeyProof(queries: Queries): Promise<Buffer | undefined> {
  const { rows } = await queries.query<{ sealed: Buffer }>({
    name: 'key-proof-load',
    text: 'select sealed from key_proofs',
    values: [],
  });
  return rows[0]?.sealed;
}

/** Keeps the one that is there already, unless it is empty. */
export async function insertKeyProof(queries: Queries, sealed: Buffer, createdAt: Date): Promise<void> {
  await queries.query({
    name: 'key-proof-insert',
    text: `insert into key_proofs (sealed, created_at) values ($1, $2)
           on conflict (id) do update set sealed = excluded.sealed, created_at = excluded.created_at
             where key_proofs.sealed = ''`,
    values: [sealed, createdAt],
  });
}

/** Some secrets of second factors, the newest customers' first. */
export async function listSealedFactors(queries: Queries): Promise<SealedFactorRow[]> {
  const { rows } = await queries.query<SealedFactorRow>({
    name: 'key-proof-factors',
    text: `select id as "accountId", factor_secret as sealed from accounts
           where factor_secret is not null order by id desc limit 100`,
    values: [],
  });
  return rows;
}

export async function hasDocuments(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'key-proof-documents',
    text: 'select 1 from documents limit 1',
    values: [],
  });
  return rows.length > 0;
}
