import type { AuditActor, AuditEntry, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { deleteDevicesOf } from '../auth/devices/devices-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../auth/sessions-rows.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { replaceRecoveryCodes, updateFactorSecret } from './second-factor-rows.ts';

export interface Release {
  accountId: number;
  actor: AuditActor;
  origin?: RequestOrigin;
  /** Why nobody was asked for a code. */
  why: string;
}

/**
 * Switches the second factor off without a code of it, and ends every session of the account and forgets its browsers: who had switched it
 * on may not be whom it belongs to. In a database transaction with the account's row locked; returns the hashes of the sessions.
 */
export async function releaseSecondFactor(
  queries: Queries,
  { runtime }: { runtime: Pick<Runtime, 'now' | 'newId'> },
  { why, ...about }: Release,
): Promise<Buffer[]> {
  const { accountId } = about;
  const at = new Date(runtime.now());
  const write = (event: AuditEntry['event'], details: AuditEntry['details']) =>
    writeAudit(queries, { id: runtime.newId(), at, event, ...about, details });
  await updateFactorSecret(queries, accountId, null);
  await replaceRecoveryCodes(queries, accountId, { hashes: [], createdAt: at });
  await write('second_factor_disabled', { why });
  await lockSessionsOf(queries, accountId);
  const ended = await deleteSessionsOf(queries, accountId);
  await deleteDevicesOf(queries, accountId, null);
  if (ended.length > 0) await write('sessions_ended', { count: ended.length, why });
  return ended;
}
