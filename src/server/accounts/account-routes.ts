import type { FastifyInstance } from 'fastify';
import { getUser, setAutoTrading as setAutoTradingCall } from '../../lib/contract/calls.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import type { AccountChanges } from './account-changes.ts';
import { loadAccount } from './accounts-rows.ts';
import { setAutoTrading } from './set-auto-trading.ts';
import { userView } from './user-view.ts';

export interface AccountRoutesOptions {
  database: Database;
  sessions: Sessions;
  accountChanges: AccountChanges;
}

/** What customers ask about their own account, and change of it. */
export function registerAccountRoutes(app: FastifyInstance, options: AccountRoutesOptions): void {
  const { database, sessions } = options;

  registerCall(app, getUser, { sessions }, async ({ caller }) => {
    const account = await loadAccount(database, caller.accountId);
    if (!account) {
      throw new Error('A session outlived its account');
    }
    return { ok: true, data: userView(account) };
  });

  registerCall(app, setAutoTradingCall, { sessions }, async ({ caller, body }) => {
    const result = await setAutoTrading(options, caller.accountId, body.auto_trading === 1);
    return result.ok ? { ok: true, data: userView(result.account) } : result;
  });
}
