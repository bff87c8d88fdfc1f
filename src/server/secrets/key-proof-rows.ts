import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

export interface SealedFactorRow {
  accountId: number;
  sealed: Buffer;
}

const keyProofLoad = statement('key-proof-load', 'select sealed from key_proofs');

/**
 * The proof of this database's key: a text sealed with it. Empty if an operator gave up everything that was sealed
 * before, undefined if there is no proof yet.
 */
export async function loadKeyProof(queries: Queries): Promise<Buffer | undefined> {
  return (await keyProofLoad.first(queries))?.sealed;
}

const keyProofInsert = statement(
  'key-proof-insert',
  `insert into key_proofs (sealed, created_at) values (:sealed, :createdAt)
   on conflict (id) do update set sealed = excluded.sealed, created_at = excluded.created_at
     where key_proofs.sealed = ''`,
);

/** Stores a proof; an existing one is replaced only if it is empty. */
export async function insertKeyProof(queries: Queries, sealed: Buffer, createdAt: Date): Promise<void> {
  await keyProofInsert.write(queries, { sealed, createdAt });
}

const keyProofFactors = statement(
  'key-proof-factors',
  `select id as "accountId", factor_secret as "sealed!" from accounts
   where factor_secret is not null order by id desc limit 100`,
);

/** Up to 100 sealed secrets of second factors, from the newest customers. */
export function listSealedFactors(queries: Queries): Promise<SealedFactorRow[]> {
  return keyProofFactors.rows(queries);
}

const keyProofDocuments = statement('key-proof-documents', 'select 1 from documents limit 1');

export async function hasDocuments(queries: Queries): Promise<boolean> {
  return (await keyProofDocuments.first(queries)) !== null;
}
