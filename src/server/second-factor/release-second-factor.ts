import type { AuditActor, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { deleteDevicesOf } from '../sessions/devices-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../sessions/sessions-rows.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { replaceRecoveryCodes, updateFactorSecret } from './second-factor-rows.ts';

export interface Release {
  accountId: number;
  actor: AuditActor;
  origin?: RequestOrigin;
  /** Why no code was required. */
  why: string;
}

/** What was revoked: the number of ended sessions and of forgotten browsers. */
export interface RevokedAccess {
  sessions: number;
  devices: number;
}

interface ReleaseParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
}

/**
 * Switches the second factor off without a code, and ends all access: it may have been switched on by somebody other
 * than the owner. Must run in a database transaction with the account's row locked.
 */
export async function releaseSecondFactor(
  queries: Queries,
  parts: ReleaseParts,
  release: Release,
): Promise<RevokedAccess> {
  const { accountId, why, ...about } = release;
  const at = new Date(parts.runtime.now());
  await updateFactorSecret(queries, accountId, null);
  await replaceRecoveryCodes(queries, accountId, { hashes: [], createdAt: at });
  const note = { id: parts.runtime.newId(), at, event: 'second_factor_disabled' } as const;
  await writeAudit(queries, { ...note, ...about, accountId, details: { why } });
  return revokeAccess(queries, parts, release);
}

/**
 * Ends every session of the account, and forgets its browsers. Must run in a database transaction with the account's
 * row locked.
 */
export async function revokeAccess(
  queries: Queries,
  { runtime }: ReleaseParts,
  { accountId, why, ...about }: Release,
): Promise<RevokedAccess> {
  await lockSessionsOf(queries, { accountId });
  const { length: sessions } = await deleteSessionsOf(queries, { accountId });
  const devices = await deleteDevicesOf(queries, accountId, null);
  const note = { id: runtime.newId(), at: new Date(runtime.now()), event: 'sessions_ended' } as const;
  if (sessions > 0) await writeAudit(queries, { ...note, ...about, accountId, details: { count: sessions, why } });
  return { sessions, devices };
}
