import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { Emit } from '../../lib/contract/emits.ts';
import {
  closePosition,
  getBalanceSummary,
  getPositions,
  openPosition,
  updatePosition,
} from '../../lib/contract/emits.ts';
import type { Acknowledgement } from '../../lib/contract/envelope.ts';
import { acknowledge, acknowledgeProblem } from '../../lib/contract/envelope.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { toMinor } from '../../lib/money.ts';
import type { Queries } from '../db/database.ts';
import { DatabaseUnavailable, databaseFaultKind } from '../db/database-faults.ts';
import type { CorrectReply } from '../http/correct-reply.ts';
import { parseSent } from '../http/validation-problem.ts';
import type { Runtime } from '../runtime.ts';
import { shareSnapshot } from '../throttle/one-at-a-time.ts';
import type { DeskResult, OpenOrder } from '../trading/desk-command.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import { loadSnapshot } from '../trading/position-rows.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import { balanceView, positionListsView, positionView } from '../trading/trading-views.ts';
import type { AccountLimits, Activity } from './account-limits.ts';
import { disconnectIfUnread } from './raw-connection.ts';

/** The parts needed to answer the emits of a socket. */
export interface EmitAnswersParts {
  /** The customer's own identifier. A payload that carries another one is refused. */
  ownToken: string;
  /** Whether the session is still alive; `acts` counts as activity, `reads` does not. */
  isAlive: (activity: Activity) => Promise<boolean>;
  accountId: number;
  limits: AccountLimits;
  correctReply: CorrectReply;
  runtime: Runtime;
  logger: Pick<Logger, 'error' | 'warn'>;
}

export interface EmitAnswer<Payload, Data> {
  activity: Activity;
  answer: (payload: Payload) => Promise<Result<{ data: Data }>>;
}

/** Unread bytes are checked only at every 32nd emit, because the check costs more than most refusals. */
const emitsPerUnreadCheck = 32;
const tooMany = acknowledgeProblem({ code: 'TOO_MANY_REQUESTS' });

/**
 * Answers the emits of a socket: parses each one by the contract and acknowledges it once. If the database cannot be
 * used, the answer is `UNAVAILABLE`; any other fault is `INTERNAL` with an id.
 */
export function createEmitAnswers(socket: Socket, parts: EmitAnswersParts) {
  const { limits } = parts;
  const caller = { accountId: parts.accountId, socketId: socket.id };
  const known = new Set<unknown>();
  let emits = 0;

  async function respond<Payload, Data>(
    emit: Emit<Payload, Data>,
    how: EmitAnswer<Payload, Data>,
    sent: unknown,
  ): Promise<Acknowledgement<Data>> {
    const { activity } = how;
    const hasBegun = limits.begin(activity, caller);
    try {
      if (!(await hasBegun)) return tooMany;
      const result = await decide(emit, how, sent, parts);
      return result.ok ? acknowledge(result.data) : acknowledgeProblem(result.problem);
    } catch (fault) {
      if (databaseFaultKind(fault) !== null) {
        if (!(fault instanceof DatabaseUnavailable))
          parts.logger.warn({ err: fault, emit: emit.event }, 'the database could not answer an emit');
        return acknowledgeProblem({ code: 'UNAVAILABLE' });
      }
      const id = parts.runtime.newId();
      parts.logger.error({ err: fault, id, emit: emit.event }, 'an emit failed');
      return acknowledgeProblem({ code: 'INTERNAL' }, id);
    } finally {
      if (await hasBegun) limits.end(activity, caller);
    }
  }

  answerUnknown(socket, known);
  return function answerEmit<Payload, Data>(emit: Emit<Payload, Data>, how: EmitAnswer<Payload, Data>): void {
    known.add(emit.event);
    socket.on(emit.event, (...sent: unknown[]) => {
      if (emits++ % emitsPerUnreadCheck === 0 && disconnectIfUnread(socket)) return;
      const reply = sent.findLast(isReply);
      if (limits.isOver(how.activity, caller)) return reply?.(tooMany);
      const payload = isReply(sent[0]) ? undefined : sent[0];
      void respond(emit, how, payload).then((acknowledgement) => reply?.(parts.correctReply(acknowledgement)));
    });
  };
}

/** Answers emits that are not in the contract with NOT_FOUND: otherwise their sender would wait forever. */
export function answerUnknown(socket: Socket, known: ReadonlySet<unknown> = new Set()): void {
  const unknown = acknowledgeProblem({ code: 'NOT_FOUND' });
  socket.onAny((event: unknown, ...sent: unknown[]) => {
    if (!known.has(event) && !disconnectIfUnread(socket)) sent.findLast(isReply)?.(unknown);
  });
}

async function decide<Payload, Data>(
  emit: Emit<Payload, Data>,
  { activity, answer }: EmitAnswer<Payload, Data>,
  sent: unknown,
  { ownToken, isAlive }: EmitAnswersParts,
): Promise<Result<{ data: Data }>> {
  const parsed = parseSent(emit.payload, sent);
  if (!parsed.ok) return parsed;
  if (!(await isAlive(activity))) return refuse('UNAUTHENTICATED');
  if (namesAnother(parsed.value, ownToken)) return refuse('FORBIDDEN');
  return answer(parsed.value);
}

function namesAnother(payload: unknown, ownToken: string): boolean {
  const { dataUser } = (payload ?? {}) as { dataUser?: { token?: string } };
  return dataUser?.token !== undefined && dataUser.token.toLowerCase() !== ownToken;
}

/** If the client wants an acknowledgement, Socket.IO passes a function after the payload. */
function isReply(part: unknown): part is (acknowledgement: Acknowledgement<unknown>) => void {
  return typeof part === 'function';
}

export interface CustomerAnswersParts {
  database: Queries;
  market: TradingMarket;
  orderDesk: Pick<OrderDesk, 'open' | 'close' | 'update'>;
}

/**
 * Registers the answer to each emit of a customer. Requests of one socket for positions and balance share snapshots,
 * which are loaded one at a time.
 */
export function answerCustomer(
  answerEmit: ReturnType<typeof createEmitAnswers>,
  accountId: number,
  { database, market, orderDesk }: CustomerAnswersParts,
): void {
  const snapshot = shareSnapshot(async () => {
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
    activity: 'reads',
    answer: async () => ({ ok: true, data: (await snapshot()).lists }),
  });
  answerEmit(getBalanceSummary, {
    activity: 'reads',
    answer: async () => ({ ok: true, data: (await snapshot()).balance }),
  });
}

function orderOf(payload: z.infer<typeof openPosition.payload>): OpenOrder {
  const { symbol, direction, amount, leverage, price, request_id: requestId } = payload;
  // The database returns ids in lower case, and a repeated request must be recognised whatever the case of its id.
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
