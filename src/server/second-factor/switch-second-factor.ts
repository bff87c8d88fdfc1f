import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { deleteSessionsOf } from '../auth/sessions-rows.ts';
import type { Queries } from '../db/database.ts';
import type { ChangeParts, FactorCommand } from './change-second-factor.ts';
import { changeFactor, tellOfFactor } from './change-second-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes, updateFactorEnabled, updateFactorSecret } from './second-factor-rows.ts';
import { takeCode } from './take-code.ts';

/**
 * Switches the second factor on by a first code of the app, and ends the other sessions of the customer: they were opened without
 * it. Returns the recovery codes, which nobody can be shown again.
 *
 * Problems: SECOND_FACTOR_ON, SECOND_FACTOR_NOT_STARTED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function enableSecondFactor(
  parts: ChangeParts,
  command: FactorCommand & { keptSession: Buffer },
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId, keptSession } = command;
  const done = await changeFactor(parts, accountId, async (queries, factor) => {
    if (factor.enabledAt) return refuse('SECOND_FACTOR_ON');
    if (!factor.secret) return refuse('SECOND_FACTOR_NOT_STARTED');
    const taken = await takeCode(queries, parts, { ...command, asker: 'session', factor });
    if (!taken.ok) return taken;
    await updateFactorEnabled(queries, accountId, new Date(parts.runtime.now()));
    const recoveryCodes = await storeRecoveryCodes(queries, parts, accountId);
    const ended = await deleteSessionsOf(queries, accountId, keptSession);
    await tellOfFactor(queries, parts, { news: 'on', to: factor.email, command });
    if (ended.length > 0) await tellOfEnded(queries, parts, command, ended.length);
    return { ok: true, recoveryCodes, ended };
  });
  if (!done.ok) return done;
  parts.sessions.announceEnded(done.ended);
  announce(parts, accountId);
  return { ok: true, recoveryCodes: done.recoveryCodes };
}

/** Problems: SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE. */
export async function disableSecondFactor(parts: ChangeParts, command: FactorCommand): Promise<Result> {
  const { accountId } = command;
  const done = await changeFactor(parts, accountId, async (queries, factor) => {
    if (!factor.enabledAt) return refuse('SECOND_FACTOR_OFF');
    const taken = await takeCode(queries, parts, { ...command, asker: 'session', factor });
    if (!taken.ok) return taken;
    await updateFactorSecret(queries, accountId, null);
    await replaceRecoveryCodes(queries, accountId, { hashes: [], createdAt: new Date(parts.runtime.now()) });
    await tellOfFactor(queries, parts, { news: 'off', to: factor.email, command });
    return { ok: true };
  });
  if (done.ok) announce(parts, accountId);
  return done;
}

/** New recovery codes; the old ones are worth nothing then. Problems: SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE. */
export async function renewRecoveryCodes(
  parts: ChangeParts,
  command: FactorCommand,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId } = command;
  const done = await changeFactor(parts, accountId, async (queries, factor) => {
    if (!factor.enabledAt) return refuse('SECOND_FACTOR_OFF');
    const taken = await takeCode(queries, parts, { ...command, asker: 'session', factor });
    if (!taken.ok) return taken;
    const recoveryCodes = await storeRecoveryCodes(queries, parts, accountId);
    await tellOfFactor(queries, parts, { news: 'codes', to: factor.email, command });
    return { ok: true, recoveryCodes };
  });
  if (done.ok) parts.mailer.wake();
  return done;
}

async function storeRecoveryCodes(
  queries: Queries,
  { runtime, recoveryHash }: ChangeParts,
  accountId: number,
): Promise<string[]> {
  const codes = makeRecoveryCodes(runtime.randomBytes);
  const hashes = codes.map((code) => recoveryHash(accountId, code));
  await replaceRecoveryCodes(queries, accountId, { hashes, createdAt: new Date(runtime.now()) });
  return codes;
}

async function tellOfEnded(
  queries: Queries,
  { runtime }: ChangeParts,
  { accountId, origin }: FactorCommand,
  count: number,
): Promise<void> {
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'sessions_ended', actor: 'customer' },
    ...{ accountId, origin, details: { count, why: 'second factor' } },
  });
}

/** After the commit. */
function announce({ accountChanges, mailer }: ChangeParts, accountId: number): void {
  accountChanges.changed(accountId);
  mailer.wake();
}
