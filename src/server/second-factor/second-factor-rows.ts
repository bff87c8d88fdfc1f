import type { Queries } from '../db/database.ts';

/** What an account has of the second factor. */
export interface FactorRow {
  email: string;
  /** Sealed. */
  secret: Buffer | null;
  /** Null: off, even where there is a secret already. */
  enabledAt: Date | null;
  /** The time step of the newest code that was taken. */
  step: number | null;
}

/** One wrong code that was noted. */
export interface RefusalRow {
  at: Date;
  address: string | null;
}

export async function hasSecondFactor(queries: Queries, accountId: number): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'factor-is-on',
    text: 'select 1 from accounts where id = $1 and factor_enabled_at is not null',
    values: [accountId],
  });
  return rows.length > 0;
}

/**
 * The same, and it stays so until the end of the database transaction: whoever switches it on meanwhile waits, and then sees what was
 * done without it. Log-ins do not wait for each other.
 */
export async function holdSecondFactor(queries: Queries, accountId: number): Promise<boolean> {
  const { rows } = await queries.query<{ isOn: boolean }>({
    name: 'factor-hold',
    text: 'select factor_enabled_at is not null as "isOn" from accounts where id = $1 for share',
    values: [accountId],
  });
  return rows[0]?.isOn ?? false;
}

/** Locks the account's row until the end of the database transaction: whoever comes with the same code waits, and then sees it used. */
export async function lockFactor(queries: Queries, accountId: number): Promise<FactorRow> {
  const { rows } = await queries.query<FactorRow>({
    name: 'factor-lock',
    text: `select email, factor_secret as secret, factor_enabled_at as "enabledAt", factor_step as step
           from accounts where id = $1 for no key update`,
    values: [accountId],
  });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0];
}

/** Stores a sealed secret that nothing was shown of yet, or takes it away: the second factor is off then. */
export async function updateFactorSecret(queries: Queries, accountId: number, secret: Buffer | null): Promise<void> {
  await queries.query({
    name: 'factor-secret',
    text: 'update accounts set factor_secret = $2, factor_enabled_at = null, factor_step = null where id = $1',
    values: [accountId, secret],
  });
}

/** Notes that the code of a time step was taken. */
export async function updateFactorStep(queries: Queries, accountId: number, step: number): Promise<void> {
  await queries.query({
    name: 'factor-step',
    text: 'update accounts set factor_step = $2 where id = $1',
    values: [accountId, step],
  });
}

export async function updateFactorEnabled(queries: Queries, accountId: number, enabledAt: Date): Promise<void> {
  await queries.query({
    name: 'factor-enable',
    text: 'update accounts set factor_enabled_at = $2 where id = $1',
    values: [accountId, enabledAt],
  });
}

/** In place of those that there were; none: there are none then. */
export async function replaceRecoveryCodes(
  queries: Queries,
  accountId: number,
  { hashes, createdAt }: { hashes: readonly Buffer[]; createdAt: Date },
): Promise<void> {
  await queries.query({
    name: 'recovery-codes-delete',
    text: 'delete from recovery_codes where account_id = $1',
    values: [accountId],
  });
  await queries.query({
    name: 'recovery-codes-insert',
    text: `insert into recovery_codes (code_hash, account_id, created_at)
           select hash, $1, $3 from unnest($2::bytea[]) as hash`,
    values: [accountId, hashes, createdAt],
  });
}

/** Uses a code up; returns how many are left, null where there is no such unused code of the account. */
export async function takeRecoveryCode(
  queries: Queries,
  accountId: number,
  { hash, usedAt }: { hash: Buffer; usedAt: Date },
): Promise<number | null> {
  const { rowCount } = await queries.query({
    name: 'recovery-code-use',
    text: 'update recovery_codes set used_at = $3 where code_hash = $1 and account_id = $2 and used_at is null',
    values: [hash, accountId, usedAt],
  });
  if (!rowCount) return null;
  const { rows } = await queries.query<{ left: number }>({
    name: 'recovery-codes-left',
    text: 'select count(*)::int as left from recovery_codes where account_id = $1 and used_at is null',
    values: [accountId],
  });
  return rows[0]?.left ?? 0;
}

/** The wrong codes of one kind that were noted of one kind of asker after an instant, newest first, no more than `most`. */
export async function loadRefusals(
  queries: Queries,
  accountId: number,
  { asker, kind, after, most }: { asker: string; kind: string; after: Date; most: number },
): Promise<RefusalRow[]> {
  const { rows } = await queries.query<RefusalRow>({
    name: 'factor-refusals',
    text: `select at, address from audit_entries
           where account_id = $1 and at > $2 and event = 'second_factor_refused' and details->>'asker' = $3
             and details->>'kind' = $4
           order by at desc limit $5`,
    values: [accountId, after, asker, kind, most],
  });
  return rows;
}

/**
 * Whether nobody has shown yet that the address of a registered account is theirs, by the link of a mail, and nothing is in it: no money
 * ever, no document, no verification.
 */
export async function isUnclaimed(queries: Queries, accountId: number): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'account-is-unclaimed',
    text: `select 1 from accounts a
           where id = $1 and agreed_at is not null and not verified and balance_minor = 0 and invested_minor = 0
             and not exists (select 1 from transactions where account_id = a.id)
             and not exists (select 1 from documents where account_id = a.id)
             and not exists (select 1 from audit_entries
               where account_id = a.id and event = 'login_code_used' and details->>'purpose' = 'reset')`,
    values: [accountId],
  });
  return rows.length > 0;
}
