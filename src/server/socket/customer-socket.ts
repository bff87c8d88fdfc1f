import type { Logger } from 'pino';
import type { ExtendedError, Server, Socket } from 'socket.io';
import { acknowledgeProblem } from '../../lib/contract/envelope.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { problems } from '../../lib/contract/problem.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import { databaseFaultKind } from '../db/database-faults.ts';
import type { CorrectReply } from '../http/correct-reply.ts';
import type { Runtime } from '../runtime.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import type { AccountLimits } from './account-limits.ts';
import { createAccountLimits } from './account-limits.ts';
import { createAccountUpdates, createNoticeEvents, followAccounts } from './account-updates.ts';
import { answerCustomer, createEmitAnswers } from './emit-answers.ts';
import { ownInput } from './fair-input.ts';
import type { Customer } from './handshakes.ts';
import { createHandshakes } from './handshakes.ts';
import { disconnectIfUnread } from './raw-connection.ts';

export interface CustomerSocketParts {
  database: Queries;
  market: TradingMarket;
  orderDesk: OrderDesk;
  sessions: Pick<Sessions, 'find' | 'peek' | 'onEnded'>;
  accountChanges: Pick<AccountChanges, 'onChanged'>;
  moneyMoves: Pick<AccountChanges, 'onChanged'>;
  /** Notices were read, or came other than by the order desk, with money or by an operator. */
  noticeMoves: Pick<AccountChanges, 'onChanged'>;
  /** Whether to trust the client address that the proxy in front of us reports. */
  trustProxy: boolean;
  correctReply: CorrectReply;
  runtime: Runtime;
  logger: Pick<Logger, 'error' | 'warn'>;
}

export interface CustomerSocket {
  readonly stats: { readonly sockets: number };
  /**
   * Sends all connected customers their newest positions and balance. For use after an outage, in which updates may
   * have been lost.
   */
  tellAll: () => void;
  /** Stops updates; the Socket.IO server closes the sockets. */
  close: () => void;
}

/**
 * A session that was found alive is not checked again for this long. Ending a session still closes its sockets at once.
 */
const trustMs = 1_000;

const roomOf = (accountId: number) => `account:${accountId}`;
const sessionRoomOf = (tokenHash: string) => `session:${tokenHash}`;

/**
 * The customer's socket, namespace `/`: commands with acknowledgements. After each commit, all sockets of the account
 * get the newest `positions` and `balance`. They also get `user` when the account changes, and `transactions` when one
 * of its transactions does, and `notices` with the number of unread ones. A socket is closed when its session ends.
 */
export function attachCustomerSocket(io: Server, parts: CustomerSocketParts): CustomerSocket {
  const { database, market, orderDesk, sessions, accountChanges, moneyMoves, noticeMoves, logger } = parts;
  const namespace = io.of('/');
  const customers = new WeakMap<Socket, Customer>();
  const limits = createAccountLimits();
  const identify = createHandshakes(parts);
  const watchers = {
    isWatched: (accountId: number) => namespace.adapter.rooms.has(roomOf(accountId)),
    send: (accountId: number, event: string, data: unknown) => {
      for (const id of namespace.adapter.rooms.get(roomOf(accountId)) ?? []) {
        const socket = namespace.sockets.get(id);
        if (socket) disconnectIfUnread(socket);
      }
      namespace.to(roomOf(accountId)).emit(event, data);
    },
  };
  const updates = createAccountUpdates({ database, market, logger, ...watchers });
  const notices = createNoticeEvents({ database, logger, ...watchers });
  const stopListening = [
    orderDesk.onCommitted(updates.add),
    orderDesk.onNoticed(notices.add),
    noticeMoves.onChanged((accountId) => notices.add([accountId])),
    followAccounts({ database, accountChanges, logger, ...watchers }),
    moneyMoves.onChanged((accountId) => {
      updates.add([accountId]);
      notices.add([accountId]);
      if (watchers.isWatched(accountId)) watchers.send(accountId, 'transactions', null);
    }),
    sessions.onEnded(
      (tokenHash) => namespace.in(sessionRoomOf(tokenHash)).disconnectSockets(true),
      () => [...namespace.sockets.values()].flatMap((socket) => customers.get(socket)?.session.tokenHash ?? []),
    ),
  ];

  namespace.use((socket, next) => {
    identify(socket).then(
      (result) => {
        if (!result.ok) next(refusal(result.problem.code));
        else if (!claimSlot(socket, result.customer, limits)) next(refusal('TOO_MANY_REQUESTS'));
        else {
          customers.set(socket, result.customer);
          next();
        }
      },
      (fault: unknown) => {
        const isAway = databaseFaultKind(fault) !== null;
        if (!isAway) logger.error({ err: fault }, 'a handshake failed');
        next(refusal(isAway ? 'UNAVAILABLE' : 'INTERNAL'));
      },
    );
  });
  namespace.on('connection', (socket) => {
    const customer = customers.get(socket);
    if (customer) welcome(socket, customer, { ...parts, limits });
    else socket.disconnect(true);
  });
  return {
    stats: {
      get sockets() {
        return namespace.sockets.size;
      },
    },
    tellAll() {
      const connected = [...namespace.sockets.values()].flatMap((socket) => customers.get(socket)?.accountId ?? []);
      updates.add([...new Set(connected)]);
    },
    close: () => [...stopListening, updates.stop, notices.stop].forEach((stop) => stop()),
  };
}

/** Counts the socket until it disconnects. Returns false if the account may not have another socket. */
function claimSlot(socket: Socket, { accountId }: Customer, limits: AccountLimits): boolean {
  const sender = { accountId, socketId: socket.id };
  if (!limits.connect(sender)) return false;
  let isCounted = true;
  const leave = () => {
    if (isCounted) limits.disconnect(sender);
    isCounted = false;
  };
  socket.once('disconnect', leave);
  // A client that leaves during the handshake never connects, so its socket gets no `disconnect` event.
  setImmediate(() => {
    if (!socket.connected) leave();
  });
  return true;
}

function refusal(code: ProblemCode): ExtendedError {
  return Object.assign(new Error(problems[code].message), { data: acknowledgeProblem({ code }) });
}

function welcome(
  socket: Socket,
  { accountId, accessToken, session }: Customer,
  parts: CustomerSocketParts & { limits: AccountLimits },
): void {
  const { sessions, runtime, logger, limits } = parts;
  const trustedUntil = { acts: 0, reads: 0 };
  let hasEnded = false;
  const underWay: Record<'acts' | 'reads', Promise<boolean> | null> = { acts: null, reads: null };

  async function check(activity: 'acts' | 'reads', now: number): Promise<boolean> {
    const found = activity === 'acts' ? await sessions.find(accessToken) : await sessions.peek(accessToken);
    if (found) trustedUntil[activity] = now + trustMs;
    else void end();
    return found !== null;
  }

  /** Closes the socket once the emits that wait for a check of the session have been answered. */
  async function end(): Promise<void> {
    hasEnded = true;
    await Promise.allSettled([underWay.acts, underWay.reads]);
    setImmediate(() => socket.disconnect(true));
  }

  // Emits that arrive while the session is being checked share the result.
  async function isAlive(activity: 'acts' | 'reads'): Promise<boolean> {
    const now = runtime.elapsedMs();
    if (hasEnded) return false;
    if (now < trustedUntil[activity]) return true;
    underWay[activity] ??= check(activity, now).finally(() => (underWay[activity] = null));
    return underWay[activity];
  }

  ownInput(socket, roomOf(accountId));
  void socket.join([roomOf(accountId), sessionRoomOf(session.tokenHash)]);
  const who = { accountId, ownToken: session.ownerToken, isAlive };
  const answerEmit = createEmitAnswers(socket, { ...who, limits, correctReply: parts.correctReply, runtime, logger });
  answerCustomer(answerEmit, accountId, parts);
  // The session may have ended after the handshake, before the socket joined the room that is disconnected at the
  // session's end.
  isAlive('reads').catch((fault: unknown) => logger.error({ err: fault }, 'a session could not be checked'));
}
