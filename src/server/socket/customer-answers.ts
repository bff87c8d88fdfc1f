import type * as z from 'zod/mini';
import {
  closePosition,
  getBalanceSummary,
  getPositions,
  openPosition,
  updatePosition,
} from '../../lib/contract/emits.ts';
import { toMinor } from '../../lib/money.ts';
import type { Queries } from '../db/database.ts';
import { balanceView } from '../trading/balance-view.ts';
import type { DeskResult, OpenOrder } from '../trading/desk-command.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import { loadSnapshot } from '../trading/position-rows.ts';
import { positionListsView, positionView } from '../trading/position-view.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import type { createEmitAnswers } from './emit-answers.ts';
import { shareLook } from './share-look.ts';

export interface CustomerAnswersParts {
  database: Queries;
  market: TradingMarket;
  orderDesk: Pick<OrderDesk, 'open' | 'close' | 'update'>;
}

/**
 * What each emit of a customer does. Requests of one socket for positions and balance share snapshots, loaded one at a
 * time.
 */
export function answerCustomer(
  answerEmit: ReturnType<typeof createEmitAnswers>,
  accountId: number,
  { database, market, orderDesk }: CustomerAnswersParts,
): void {
  const look = shareLook(async () => {
    const snapshot = await loadSnapshot(database, accountId);
    return { lists: positionListsView(snapshot, market), balance: balanceView(snapshot, market) };
  });
  const positionOf = (result: DeskResult) =>
    result.ok ? { ok: true as const, data: positionView(result.position, market) } : result;

  answerEmit(openPosition, {
    activity: 'acts',
    answer: async (payload) => positionOf(await orderDesk.open(accountId, orderOf(payload))),
  });
  answerEmit(closePosition, {
    activity: 'acts',
    answer: async ({ id, price }) => positionOf(await orderDesk.close(accountId, { id: id.toLowerCase(), price })),
  });
  answerEmit(updatePosition, {
    activity: 'acts',
    answer: async ({ id, stop_lost: stopLoss, take_profit: takeProfit }) =>
      positionOf(await orderDesk.update(accountId, { id, change: { stopLoss, takeProfit } })),
  });
  answerEmit(getPositions, {
    activity: 'looks',
    answer: async () => ({ ok: true, data: (await look()).lists }),
  });
  answerEmit(getBalanceSummary, {
    activity: 'looks',
    answer: async () => ({ ok: true, data: (await look()).balance }),
  });
}

function orderOf(payload: z.infer<typeof openPosition.payload>): OpenOrder {
  const { symbol, direction, amount, leverage, price, request_id: requestId } = payload;
  // The database returns ids in lower case, and a repeat must be recognised in any spelling.
  return {
    symbol,
    direction,
    amountMinor: toMinor(amount),
    leverage,
    price,
    takeProfit: payload.take_profit ?? null,
    stopLoss: payload.stop_lost ?? null,
    requestId: requestId?.toLowerCase() ?? null,
  };
}
