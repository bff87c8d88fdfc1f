import type { FastifyInstance } from 'fastify';
import type { OpenSession } from '../../lib/contract/accounts/account-entities.ts';
import {
  endSession as endSessionCall,
  endSessions as endSessionsCall,
  getSessions,
} from '../../lib/contract/accounts/account-calls.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { EndSessionsParts } from '../sessions/end-sessions.ts';
import { endEverySession, endSession } from '../sessions/end-sessions.ts';
import type { OpenSessionRow } from '../sessions/open-sessions-rows.ts';
import { loadOpenSessions } from '../sessions/open-sessions-rows.ts';

export interface SessionRoutesOptions extends EndSessionsParts {
  database: Database;
  sessions: Sessions;
}

/** The calls with which customers list and end their open sessions. */
export function registerSessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): void {
  const { database, sessions } = options;

  registerCall(app, getSessions, { sessions }, async ({ caller }) => {
    const { accountId, session } = caller;
    const current = Buffer.from(session.tokenHash, 'hex');
    const rows = await loadOpenSessions(database, { accountId, current, ...sessions.stillAlive() });
    const shown = session.isShared ? rows.filter(({ tokenHash }) => tokenHash.equals(current)) : rows;
    return { ok: true, data: shown.map((row) => viewOf(row, current)) };
  });

  registerCall(app, endSessionCall, { sessions }, async ({ caller, body, request }) => {
    const { accountId } = caller;
    const result = await endSession(options, { accountId, id: body.id, origin: originOf(request) });
    return result.ok ? { ok: true, data: null } : result;
  });

  registerCall(app, endSessionsCall, { sessions }, async ({ caller, request }) => {
    await endEverySession(options, { accountId: caller.accountId, origin: originOf(request) });
    return { ok: true, data: null };
  });
}

function viewOf(row: OpenSessionRow, current: Buffer): OpenSession {
  return {
    id: row.id,
    device: describeDevice(row.userAgent),
    ip: row.address,
    country_short: row.countryShort,
    city: row.city,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    current: row.tokenHash.equals(current) ? 1 : 0,
  };
}
