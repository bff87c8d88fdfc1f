import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The second factor of an account. */
export interface FactorRow {
  email: string;
  /** The sealed secret; null if there is none. */
  secret: Buffer | null;
  /** Null: off, even if a secret is stored. */
  enabledAt: Date | null;
  /** The time step of the newest code that was accepted. */
  step: number | null;
}

/** One recorded wrong code. */
export interface RefusalRow {
  at: Date;
  address: string | null;
}

const factorIsOn = statement(
  'factor-is-on',
  'select 1 from accounts where id = :accountId and factor_enabled_at is not null',
);

export async function hasSecondFactor(queries: Queries, accountId: number): Promise<boolean> {
  return (await factorIsOn.first(queries, { accountId })) !== null;
}

const factorHold = statement(
  'factor-hold',
  'select factor_enabled_at is not null as "isOn" from accounts where id = :accountId for share',
);

/**
 * Like `hasSecondFactor`, but locks the row until the end of the database transaction: switching it on waits, and then
 * finds what was done without it. The lock is shared, so log-ins do not wait for each other.
 */
export async function holdSecondFactor(queries: Queries, accountId: number): Promise<boolean> {
  return (await factorHold.first(queries, { accountId }))?.isOn ?? false;
}

const factorLock = statement(
  'factor-lock',
  `select email, factor_secret as secret, factor_enabled_at as "enabledAt", factor_step as step
   from accounts where id = :accountId for no key update`,
);

/**
 * Locks the account's row until the end of the database transaction: a simultaneous use of the same code waits, and
 * then finds it used.
 */
export async function lockFactor(queries: Queries, accountId: number): Promise<FactorRow> {
  const rows = await factorLock.rows(queries, { accountId });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0];
}

const factorSecret = statement(
  'factor-secret',
  'update accounts set factor_secret = :secret?, factor_enabled_at = null, factor_step = null where id = :accountId',
);

/**
 * Stores a sealed secret that no code has confirmed yet, or removes the secret. Either way the second factor is off
 * afterwards.
 */
export async function updateFactorSecret(queries: Queries, accountId: number, secret: Buffer | null): Promise<void> {
  await factorSecret.write(queries, { accountId, secret });
}

const factorStep = statement('factor-step', 'update accounts set factor_step = :step where id = :accountId');

/** Records that the code of a time step was accepted. */
export async function updateFactorStep(queries: Queries, accountId: number, step: number): Promise<void> {
  await factorStep.write(queries, { accountId, step });
}

const factorEnable = statement(
  'factor-enable',
  'update accounts set factor_enabled_at = :enabledAt where id = :accountId',
);

export async function updateFactorEnabled(queries: Queries, accountId: number, enabledAt: Date): Promise<void> {
  await factorEnable.write(queries, { accountId, enabledAt });
}

const recoveryCodesInsert = statement(
  'recovery-codes-insert',
  `insert into recovery_codes (code_hash, account_id, created_at)
   select hash, :accountId, :createdAt from unnest(:hashes::bytea[]) as hash`,
);

const recoveryCodesDelete = statement(
  'recovery-codes-delete',
  'delete from recovery_codes where account_id = :accountId',
);

/** Replaces all recovery codes; an empty list removes them. */
export async function replaceRecoveryCodes(
  queries: Queries,
  accountId: number,
  { hashes, createdAt }: { hashes: readonly Buffer[]; createdAt: Date },
): Promise<void> {
  await recoveryCodesDelete.write(queries, { accountId });
  await recoveryCodesInsert.write(queries, { accountId, hashes, createdAt });
}

const recoveryCodesLeft = statement(
  'recovery-codes-left',
  'select count(*)::int as left from recovery_codes where account_id = :accountId and used_at is null',
);

const recoveryCodeUse = statement(
  'recovery-code-use',
  'update recovery_codes set used_at = :usedAt where code_hash = :hash and account_id = :accountId and used_at is null',
);

/** Marks a code as used. Returns how many are left, or null if the account has no such unused code. */
export async function consumeRecoveryCode(
  queries: Queries,
  accountId: number,
  { hash, usedAt }: { hash: Buffer; usedAt: Date },
): Promise<number | null> {
  const rowCount = await recoveryCodeUse.write(queries, { hash, accountId, usedAt });
  if (!rowCount) return null;
  return (await recoveryCodesLeft.first(queries, { accountId }))?.left ?? 0;
}

const factorRefusals = statement(
  'factor-refusals',
  `select at, address from audit_entries
   where account_id = :accountId and at > :after and event = 'second_factor_refused' and details->>'asker' = :asker
     and details->>'kind' = :kind
   order by at desc limit :most`,
);

/** The wrong codes of one kind from one code source after an instant, newest first, up to `most`. */
export function loadRefusals(
  queries: Queries,
  accountId: number,
  { asker, kind, after, most }: { asker: string; kind: string; after: Date; most: number },
): Promise<RefusalRow[]> {
  return factorRefusals.rows(queries, { accountId, after, asker, kind, most });
}

const accountIsUnclaimed = statement(
  'account-is-unclaimed',
  `select 1 from accounts a
   where id = :accountId and agreed_at is not null and not verified and balance_minor = 0 and invested_minor = 0
     and not exists (select 1 from transactions where account_id = a.id)
     and not exists (select 1 from documents where account_id = a.id)
     and not exists (select 1 from audit_entries
       where account_id = a.id and event = 'login_code_used' and details->>'purpose' = 'reset')`,
);

/**
 * Whether a registered account is unclaimed: nobody has used a mailed link to it, and it never had money, a document or
 * a verification.
 */
export async function isUnclaimed(queries: Queries, accountId: number): Promise<boolean> {
  return (await accountIsUnclaimed.first(queries, { accountId })) !== null;
}

export interface FactorFacts {
  /** Null: off. */
  enabledAt: Date | null;
  codesLeft: number;
  /** Wrong codes, by code source and kind. */
  refusals: { asker: string; kind: string; count: number }[];
}

const factorFactsRefusals = statement(
  'factor-facts-refusals',
  `select details->>'asker' as "asker!", details->>'kind' as "kind!", count(*)::int as "count!" from audit_entries
   where account_id = :accountId and at > :since and event = 'second_factor_refused' and details ? 'kind'
   group by 1, 2 order by 1, 2`,
);

const factorFacts = statement(
  'factor-facts',
  `select factor_enabled_at as "enabledAt",
     (select count(*)::int from recovery_codes where account_id = a.id and used_at is null) as "codesLeft"
   from accounts a where id = :accountId`,
);

/** What an operator sees of an account's second factor, with the wrong codes since an instant. */
export async function loadFactorFacts(queries: Queries, accountId: number, since: Date): Promise<FactorFacts> {
  const rows = await factorFacts.rows(queries, { accountId });
  const refusals = await factorFactsRefusals.rows(queries, { accountId, since });
  return { enabledAt: rows[0]?.enabledAt ?? null, codesLeft: rows[0]?.codesLeft ?? 0, refusals };
}
