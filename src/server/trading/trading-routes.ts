import type { FastifyInstance } from 'fastify';
import { getBalance, getHistory, getReceipt } from '../../lib/contract/calls.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { loadHistory } from './history-rows.ts';
import { loadReceipt, loadSnapshot } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';
import { balanceView, positionListsView, positionView, receiptView } from './trading-views.ts';

export interface TradingRoutesOptions {
  database: Queries;
  market: TradingMarket;
  sessions: Sessions;
}

/**
 * Registers the calls that read a customer's balance, positions, history and receipts. Trading itself goes through the
 * customer's socket.
 */
export function registerTradingRoutes(
  app: FastifyInstance,
  { database, market, sessions }: TradingRoutesOptions,
): void {
  registerCall(app, getBalance, { sessions }, async ({ caller }) => {
    const snapshot = await loadSnapshot(database, caller.accountId);
    const data = { balance: balanceView(snapshot, market), positions: positionListsView(snapshot, market) };
    return { ok: true, data };
  });
  registerCall(app, getHistory, { sessions }, async ({ body, caller: { accountId } }) => {
    const { rows, total } = await loadHistory(database, { ...body, accountId });
    return { ok: true, data: { rows: rows.map((position) => positionView(position, market)), total } };
  });
  registerCall(app, getReceipt, { sessions }, async ({ body: { id }, caller: { accountId } }) => {
    const row = await loadReceipt(database, { id, accountId });
    return row ? { ok: true, data: receiptView(row, market) } : refuse('POSITION_NOT_FOUND');
  });
}
