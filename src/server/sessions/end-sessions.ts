import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AuditRecord, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerColumns } from '../session-owner.ts';
import { deleteSessionsOf, lockSessionsOf } from './sessions-rows.ts';
import type { Sessions } from './sessions.ts';
import { deleteOwnSession } from './open-sessions-rows.ts';

export interface EndSessionsParts {
  database: Pick<Database, 'transaction'>;
  sessions: Pick<Sessions, 'announceEnded'>;
  runtime: Runtime;
}

/** The customer who ends sessions, and the origin of the request. */
export interface Ending {
  accountId: number;
  origin: RequestOrigin;
}

/** Ends the customer's session with this id, and closes its sockets. Problem: NOT_FOUND, also for a repeat. */
export async function endSession(parts: EndSessionsParts, ending: Ending & { id: string }): Promise<Result> {
  const { accountId, id } = ending;
  const ended = await parts.database.transaction(async (connection) => {
    const tokenHash = await deleteOwnSession(connection, { accountId }, id);
    if (tokenHash) await note(connection, parts, ending, { event: 'session_ended', details: { session: id } });
    return tokenHash;
  });
  if (!ended) return refuse('NOT_FOUND');
  parts.sessions.announceEnded([ended]);
  return { ok: true };
}

/** Ends the session that makes the request, and closes its sockets. Safe to repeat. */
export async function logOut(
  parts: EndSessionsParts,
  { id, origin, ...owner }: SessionOwner & { id: string; origin: RequestOrigin },
): Promise<void> {
  const ended = await parts.database.transaction(async (connection) => {
    const tokenHash = await deleteOwnSession(connection, owner, id);
    if (tokenHash)
      await note(connection, parts, { ...owner, origin }, { event: 'logged_out', details: { session: id } });
    return tokenHash;
  });
  if (ended) parts.sessions.announceEnded([ended]);
}

/** Ends every session of the customer, including the one that makes the request, and closes their sockets. */
export async function endEverySession(parts: EndSessionsParts, ending: Ending): Promise<void> {
  const { accountId } = ending;
  const ended = await parts.database.transaction(async (connection) => {
    await lockSessionsOf(connection, { accountId });
    const tokenHashes = await deleteSessionsOf(connection, { accountId });
    await note(connection, parts, ending, { event: 'sessions_ended', details: { sessions: tokenHashes.length } });
    return tokenHashes;
  });
  parts.sessions.announceEnded(ended);
}

function note(
  connection: Queries,
  { runtime }: EndSessionsParts,
  { origin, ...owner }: SessionOwner & { origin: RequestOrigin },
  what: Pick<AuditRecord, 'event' | 'details'>,
): Promise<void> {
  const at = new Date(runtime.now());
  const actor = 'accountId' in owner ? 'customer' : 'affiliate';
  return writeAudit(connection, { ...what, id: runtime.newId(), at, actor, ...ownerColumns(owner), origin });
}
