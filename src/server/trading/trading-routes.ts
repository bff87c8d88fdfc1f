import type { FastifyInstance } from 'fastify';
import { getBalance } from '../../lib/contract/calls.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { balanceView } from './balance-view.ts';
import { loadSnapshot } from './position-rows.ts';
import { positionListsView } from './position-view.ts';
import type { TradingMarket } from './trading-market.ts';

export interface TradingRoutesOptions {
  database: Queries;
  market: TradingMarket;
  sessions: Sessions;
}

/** The customer's balance and positions by HTTP; everything that changes them comes by the customer's socket. */
export function registerTradingRoutes(
  app: FastifyInstance,
  { database, market, sessions }: TradingRoutesOptions,
): void {
  registerCall(app, getBalance, { sessions }, async ({ caller }) => {
    const snapshot = await loadSnapshot(database, caller.accountId);
    const data = { balance: balanceView(snapshot, market), positions: positionListsView(snapshot, market) };
    return { ok: true, data };
  });
}
