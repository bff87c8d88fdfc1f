import type { FastifyInstance } from 'fastify';
import { getUser, setAutoTrading as setAutoTradingCall } from '../../lib/contract/calls.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { loadAccount } from './accounts-rows.ts';
import type { SetAutoTradingParts } from './set-auto-trading.ts';
import { setAutoTrading } from './set-auto-trading.ts';
import { userView } from './user-view.ts';

export interface AccountRoutesOptions extends SetAutoTradingParts {
  database: Database;
  sessions: Sessions;
}

/** The calls with which customers read and change their own account. */
export function registerAccountRoutes(app: FastifyInstance, options: AccountRoutesOptions): void {
  const { database, sessions } = options;

  registerCall(app, getUser, { sessions }, async ({ caller }) => {
    const account = await loadAccount(database, caller.accountId);
    if (!account) {
      throw new Error('A session outlived its account');
    }
    return { ok: true, data: userView(account) };
  });

  registerCall(app, setAutoTradingCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const command = {
      accountId,
      isOn: body.auto_trading === 1,
      consent: body.consent ?? null,
      origin: originOf(request),
    };
    const result = await setAutoTrading(options, command);
    return result.ok ? { ok: true, data: userView(result.account) } : result;
  });
}
