import type { FastifyInstance } from 'fastify';
import { getUser } from '../../lib/contract/calls.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { loadAccount } from './accounts-rows.ts';
import { userView } from './user-view.ts';

export interface AccountRoutesOptions {
  database: Database;
  sessions: Sessions;
}

/** What customers ask about their own account. */
export function registerAccountRoutes(app: FastifyInstance, { database, sessions }: AccountRoutesOptions): void {
  registerCall(app, getUser, { sessions }, async ({ caller }) => {
    const account = await loadAccount(database, caller.accountId);
    if (!account) {
      throw new Error('A session outlived its account');
    }
    return { ok: true, data: userView(account) };
  });
}
