import type { FastifyInstance } from 'fastify';
import { getTransactions } from '../../lib/contract/accounts/profile-calls.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { loadTransactions } from './transaction-rows.ts';
import { transactionView } from './transaction-view.ts';

export interface TransactionRoutesOptions {
  database: Queries;
  sessions: Sessions;
}

/** What customers paid in and were paid out, as they see it. */
export function registerTransactionRoutes(app: FastifyInstance, options: TransactionRoutesOptions): void {
  const { database, sessions } = options;
  registerCall(app, getTransactions, { sessions }, async ({ caller }) => {
    const rows = await loadTransactions(database, caller.accountId);
    return { ok: true, data: rows.map(transactionView) };
  });
}
