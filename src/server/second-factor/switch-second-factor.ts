import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { deleteSessionsOf } from '../sessions/sessions-rows.ts';
import type { Queries } from '../db/database.ts';
import type { ChangeParts, FactorCommand } from './change-second-factor.ts';
import { changeFactor, recordFactorChange } from './change-second-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes, updateFactorEnabled, updateFactorSecret } from './second-factor-rows.ts';
import { consumeCode } from './consume-code.ts';

/**
 * Switches the second factor on with a first code of the app, and ends the customer's other sessions, which were opened
 * without it. Returns the recovery codes, which cannot be shown again.
 *
 * Problems: UNAUTHENTICATED, SECOND_FACTOR_ON, SECOND_FACTOR_NOT_STARTED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function enableSecondFactor(
  parts: ChangeParts,
  command: FactorCommand,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId } = command;
  const done = await changeFactor(parts, command, async (queries, factor) => {
    if (factor.enabledAt) return refuse('SECOND_FACTOR_ON');
    if (!factor.secret) return refuse('SECOND_FACTOR_NOT_STARTED');
    const consumed = await consumeCode(queries, parts, { ...command, source: 'session', factor });
    if (!consumed.ok) return consumed;
    await updateFactorEnabled(queries, accountId, new Date(parts.runtime.now()));
    const recoveryCodes = await storeRecoveryCodes(queries, parts, accountId);
    await recordFactorChange(queries, parts, { news: 'on', to: factor.email, command });
    const ended = await endOthers(queries, parts, command);
    return { ok: true, recoveryCodes, ended };
  });
  if (!done.ok) return done;
  parts.sessions.announceEnded(done.ended);
  announce(parts, accountId);
  return { ok: true, recoveryCodes: done.recoveryCodes };
}

/**
 * Switches the second factor off with a code, deletes the secret and the recovery codes, and ends the customer's other
 * sessions: whoever has one of them must not benefit from the weaker protection.
 *
 * Problems: UNAUTHENTICATED, SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function disableSecondFactor(parts: ChangeParts, command: FactorCommand): Promise<Result> {
  const { accountId } = command;
  const done = await changeFactor(parts, command, async (queries, factor) => {
    if (!factor.enabledAt) return refuse('SECOND_FACTOR_OFF');
    const consumed = await consumeCode(queries, parts, { ...command, source: 'session', factor });
    if (!consumed.ok) return consumed;
    await updateFactorSecret(queries, accountId, null);
    await replaceRecoveryCodes(queries, accountId, { hashes: [], createdAt: new Date(parts.runtime.now()) });
    await recordFactorChange(queries, parts, { news: 'off', to: factor.email, command });
    return { ok: true, ended: await endOthers(queries, parts, command) };
  });
  if (!done.ok) return done;
  parts.sessions.announceEnded(done.ended);
  announce(parts, accountId);
  return { ok: true };
}

/**
 * Makes new recovery codes; the old ones stop working.
 *
 * Problems: UNAUTHENTICATED, SECOND_FACTOR_OFF, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function renewRecoveryCodes(
  parts: ChangeParts,
  command: FactorCommand,
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { accountId } = command;
  const done = await changeFactor(parts, command, async (queries, factor) => {
    if (!factor.enabledAt) return refuse('SECOND_FACTOR_OFF');
    const consumed = await consumeCode(queries, parts, { ...command, source: 'session', factor });
    if (!consumed.ok) return consumed;
    const recoveryCodes = await storeRecoveryCodes(queries, parts, accountId);
    await recordFactorChange(queries, parts, { news: 'codes', to: factor.email, command });
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

/** Ends the customer's sessions except the requesting one; returns their hashes. */
async function endOthers(
  queries: Queries,
  { runtime }: ChangeParts,
  { accountId, sessionHash, origin }: FactorCommand,
): Promise<Buffer[]> {
  const ended = await deleteSessionsOf(queries, { accountId }, sessionHash);
  if (ended.length > 0) {
    await writeAudit(queries, {
      ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'sessions_ended', actor: 'customer' },
      ...{ accountId, origin, details: { count: ended.length, why: 'second factor' } },
    });
  }
  return ended;
}

/** Must be called after the commit. */
function announce({ accountChanges, mailer }: ChangeParts, accountId: number): void {
  accountChanges.changed(accountId);
  mailer.wake();
}
