import type { codePurposes } from '../../lib/contract/accounts/sign-in-calls.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The purpose of a link's code: `reset` leads to a new password. */
export type CodePurpose = (typeof codePurposes)[number];

export interface LoginCodeRow {
  /** SHA-256 of the code. */
  codeHash: Buffer;
  accountId: number;
  purpose: CodePurpose;
  createdAt: Date;
  expiresAt: Date;
}

const loginCodeInsert = statement(
  'login-code-insert',
  `insert into login_codes (code_hash, account_id, purpose, created_at, expires_at) values (:codeHash, :accountId, :purpose, :createdAt, :expiresAt)`,
);

export async function insertLoginCode(queries: Queries, code: LoginCodeRow): Promise<void> {
  const { codeHash, accountId, purpose, createdAt, expiresAt } = code;
  await loginCodeInsert.write(queries, { codeHash, accountId, purpose, createdAt, expiresAt });
}

const loginCodeLock = statement(
  'login-code-lock',
  `select account_id as "accountId", purpose, expires_at as "expiresAt" from login_codes
   where code_hash = :codeHash and used_at is null for update`,
);

/** Locks an unused code, expired or not, until the end of the database transaction, so that simultaneous uses wait. */
export async function lockLoginCode(
  queries: Queries,
  codeHash: Buffer,
): Promise<Pick<LoginCodeRow, 'accountId' | 'purpose' | 'expiresAt'> | undefined> {
  return (await loginCodeLock.first(queries, { codeHash })) ?? undefined;
}

const loginCodeUse = statement(
  'login-code-use',
  'update login_codes set used_at = :usedAt where code_hash = :codeHash',
);

export async function useLoginCode(queries: Queries, codeHash: Buffer, usedAt: Date): Promise<void> {
  await loginCodeUse.write(queries, { codeHash, usedAt });
}

const loginCodeLockOf = statement(
  'login-code-lock-of',
  'select 1 from login_codes where account_id = :accountId and used_at is null order by code_hash for update',
);

/** Locks the unused codes of an account until the end of the database transaction. */
export async function lockLoginCodesOf(queries: Queries, accountId: number): Promise<void> {
  await loginCodeLockOf.write(queries, { accountId });
}

const loginCodeLockBeside = statement(
  'login-code-lock-beside',
  `select 1 from login_codes where used_at is null
     and account_id = (select account_id from login_codes where code_hash = :codeHash)
   order by code_hash for update`,
);

/** Like `lockLoginCodesOf`, for the account to which this code belongs. */
export async function lockLoginCodesBeside(queries: Queries, codeHash: Buffer): Promise<void> {
  await loginCodeLockBeside.write(queries, { codeHash });
}

const loginCodeSpend = statement(
  'login-code-spend',
  `update login_codes set used_at = :at
   where account_id = :accountId and used_at is null and purpose = coalesce(:purpose?::text, purpose)`,
);

/** Marks the unused codes of an account as used, so that they stop working: those of one purpose, or all. */
export async function voidLoginCodes(
  queries: Queries,
  { accountId, purpose = null, at }: { accountId: number; purpose?: CodePurpose | null; at: Date },
): Promise<void> {
  await loginCodeSpend.write(queries, { accountId, purpose, at });
}

const loginCodeDelete = statement(
  'login-code-delete',
  `delete from login_codes where code_hash in (
   select code_hash from login_codes where expires_at <= :expiredAt for update skip locked)`,
);

/**
 * Deletes the codes that expired at `expiredAt` or before; returns how many. Skips codes that another transaction has
 * locked.
 */
export function deleteLoginCodes(queries: Queries, expiredAt: Date): Promise<number> {
  return loginCodeDelete.write(queries, { expiredAt });
}
