import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import type { Emit } from '../../lib/contract/emits.ts';
import type { Acknowledgement } from '../../lib/contract/envelope.ts';
import { acknowledge, acknowledgeProblem } from '../../lib/contract/envelope.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { DatabaseUnavailable, databaseFaultKind } from '../db/database-faults.ts';
import { validationProblem } from '../http/validation-problem.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountLimits, Activity } from './account-limits.ts';
import { cutOffUnread } from './unread.ts';

/** What answering the emits of a socket requires. */
export interface EmitAnswersParts {
  /** The customer's own identifier, the only one that a payload may carry. */
  ownToken: string;
  /** Whether the session is still alive; `acts` counts as activity, `looks` does not. */
  isAlive: (activity: Activity) => Promise<boolean>;
  accountId: number;
  limits: AccountLimits;
  runtime: Runtime;
  logger: Pick<Logger, 'error' | 'warn'>;
}

export interface EmitAnswer<Payload, Data> {
  activity: Activity;
  answer: (payload: Payload) => Promise<Result<{ data: Data }>>;
}

/** Unread bytes are checked only once in this many emits, because the check costs more than most refusals. */
const emitsALookAtUnread = 32;
const tooMany = acknowledgeProblem({ code: 'TOO_MANY_REQUESTS' });

/**
 * Answers the emits of a socket: parses them by the contract and acknowledges each once; an unusable database is
 * `UNAVAILABLE`, a fault is `INTERNAL` with an id.
 */
export function createEmitAnswers(socket: Socket, parts: EmitAnswersParts) {
  const { limits } = parts;
  const whose = { accountId: parts.accountId, socketId: socket.id };
  const known = new Set<unknown>();
  let emits = 0;

  async function respond<Payload, Data>(
    emit: Emit<Payload, Data>,
    how: EmitAnswer<Payload, Data>,
    sent: unknown,
  ): Promise<Acknowledgement<Data>> {
    const { activity } = how;
    const hasBegun = limits.begin(activity, whose);
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
      if (await hasBegun) limits.end(activity, whose);
    }
  }

  answerUnknown(socket, known);
  return function answerEmit<Payload, Data>(emit: Emit<Payload, Data>, how: EmitAnswer<Payload, Data>): void {
    known.add(emit.event);
    socket.on(emit.event, (...sent: unknown[]) => {
      if (emits++ % emitsALookAtUnread === 0 && cutOffUnread(socket)) return;
      const reply = sent.findLast(isReply);
      if (limits.isOver(how.activity, whose)) return reply?.(tooMany);
      const payload = isReply(sent[0]) ? undefined : sent[0];
      void respond(emit, how, payload).then((acknowledgement) => reply?.(acknowledgement));
    });
  };
}

/** Also answers emits that are not in the contract: otherwise their sender would wait forever. */
export function answerUnknown(socket: Socket, known: ReadonlySet<unknown> = new Set()): void {
  const unknown = acknowledgeProblem({ code: 'NOT_FOUND' });
  socket.onAny((event: unknown, ...sent: unknown[]) => {
    if (!known.has(event) && !cutOffUnread(socket)) sent.findLast(isReply)?.(unknown);
  });
}

async function decide<Payload, Data>(
  emit: Emit<Payload, Data>,
  { activity, answer }: EmitAnswer<Payload, Data>,
  sent: unknown,
  { ownToken, isAlive }: EmitAnswersParts,
): Promise<Result<{ data: Data }>> {
  const parsed = emit.payload.safeParse(sent);
  if (!parsed.success) return { ok: false, problem: validationProblem(parsed.error) };
  if (!(await isAlive(activity))) return refuse('UNAUTHENTICATED');
  if (namesAnother(parsed.data, ownToken)) return refuse('FORBIDDEN');
  return answer(parsed.data);
}

function namesAnother(payload: unknown, ownToken: string): boolean {
  const { dataUser } = (payload ?? {}) as { dataUser?: { token?: string } };
  return dataUser?.token !== undefined && dataUser.token.toLowerCase() !== ownToken;
}

/** Socket.IO passes the client's request for an acknowledgement as a function, after the payload. */
function isReply(part: unknown): part is (acknowledgement: Acknowledgement<unknown>) => void {
  return typeof part === 'function';
}
