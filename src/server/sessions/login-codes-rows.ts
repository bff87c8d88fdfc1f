import type { codePurposes } from '../../lib/contract/accounts/entry-calls.ts';
import type { Queries } from '../db/database.ts';

/** What the code of a link is for: `reset` leads to a new password. */
export type CodePurpose = (typeof codePurposes)[number];

export interface LoginCodeRow {
  /** SHA-256 of the code. */
  codeHash: Buffer;
  accountId: number;
  purpose: CodePurpose;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertLoginCode(queries: Queries, code: LoginCodeRow): Promise<void> {
  const { codeHash, accountId, purpose, createdAt, expiresAt } = code;
  await queries.query({
    name: 'login-code-insert',
    text: `insert into login_codes (code_hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    values: [codeHash, accountId, purpose, createdAt, expiresAt],
  });
}

/** A code that was not used, expired or not, locked until the end of the database transaction: who else brings it waits. */
export async function lockLoginCode(
  queries: Queries,
  codeHash: Buffer,
): Promise<Pick<LoginCodeRow, 'accountId' | 'purpose' | 'expiresAt'> | undefined> {
  const { rows } = await queries.query<Pick<LoginCodeRow, 'accountId' | 'purpose' | 'expiresAt'>>({
    name: 'login-code-lock',
    text: `select account_id as "accountId", purpose, expires_at as "expiresAt" from login_codes
           where code_hash = $1 and used_at is null for update`,
    values: [codeHash],
  });
  return rows[0];
}

export async function useLoginCode(queries: Queries, codeHash: Buffer, usedAt: Date): Promise<void> {
  await queries.query({
    name: 'login-code-use',
    text: 'update login_codes set used_at = $2 where code_hash = $1',
    values: [codeHash, usedAt],
  });
}

/** Locks the codes of an account that are left, until the end of the database transaction. */
export async function lockLoginCodesOf(queries: Queries, accountId: number): Promise<void> {
  await queries.query({
    name: 'login-code-lock-of',
    text: 'select 1 from login_codes where account_id = $1 and used_at is null order by code_hash for update',
    values: [accountId],
  });
}

/** The same of the account that has this code. */
export async function lockLoginCodesBeside(queries: Queries, codeHash: Buffer): Promise<void> {
  await queries.query({
    name: 'login-code-lock-beside',
    text: `select 1 from login_codes where used_at is null
             and account_id = (select account_id from login_codes where code_hash = $1)
           order by code_hash for update`,
    values: [codeHash],
  });
}

/** Makes the codes of an account that are left worthless: those of one purpose, or all. */
export async function spendLoginCodes(
  queries: Queries,
  { accountId, purpose = null, at }: { accountId: number; purpose?: CodePurpose | null; at: Date },
): Promise<void> {
  await queries.query({
    name: 'login-code-spend',
    text: `update login_codes set used_at = $3
           where account_id = $1 and used_at is null and purpose = coalesce($2::text, purpose)`,
    values: [accountId, purpose, at],
  });
}

/** Deletes the codes that expired at `expiredAt` or before; returns how many. What somebody else has locked is left to the next time. */
export async function deleteLoginCodes(queries: Queries, expiredAt: Date): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'login-code-delete',
    text: `delete from login_codes where code_hash in (
             select code_hash from login_codes where expires_at <= $1 for update skip locked)`,
    values: [expiredAt],
  });
  return rowCount ?? 0;
}
