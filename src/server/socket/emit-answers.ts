import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import type { Emit } from '../../lib/contract/emits.ts';
import type { Acknowledgement } from '../../lib/contract/envelope.ts';
import { acknowledge, acknowledgeProblem } from '../../lib/contract/envelope.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { validationProblem } from '../http/validation-problem.ts';
import type { Runtime } from '../runtime.ts';
import { cutOffUnread } from './unread.ts';

/** What is needed to answer the emits of one socket. */
export interface EmitAnswersParts {
  /** The customer's own identifier: the only one that a payload may carry. */
  ownToken: string;
  /** Whether the session still lives; acting counts as activity, looking does not. */
  isAlive: (activity: 'acts' | 'looks') => Promise<boolean>;
  runtime: Runtime;
  logger: Pick<Logger, 'error'>;
}

export interface EmitAnswer<Payload, Data> {
  activity: 'acts' | 'looks';
  answer: (payload: Payload) => Promise<Result<{ data: Data }>>;
}

/** More emits than this that wait for their answers are no person's; an answer to a look can be a hundred kilobytes. */
const mostUnderWay = { acts: 1_000, looks: 16 };

/** Gives the emits of a socket their answers: parsed by the contract, acknowledged once, a fault as `INTERNAL` with an id. */
export function createEmitAnswers(socket: Socket, parts: EmitAnswersParts) {
  const underWay = { acts: 0, looks: 0 };

  async function respond<Payload, Data>(
    emit: Emit<Payload, Data>,
    how: EmitAnswer<Payload, Data>,
    sent: unknown,
  ): Promise<Acknowledgement<Data>> {
    const { activity } = how;
    if (underWay[activity] >= mostUnderWay[activity]) return acknowledgeProblem({ code: 'TOO_MANY_REQUESTS' });
    underWay[activity] += 1;
    try {
      const result = await decide(emit, how, sent, parts);
      return result.ok ? acknowledge(result.data) : acknowledgeProblem(result.problem);
    } catch (fault) {
      const id = parts.runtime.newId();
      parts.logger.error({ err: fault, id, emit: emit.event }, 'an emit failed');
      return acknowledgeProblem({ code: 'INTERNAL' }, id);
    } finally {
      underWay[activity] -= 1;
    }
  }

  return function answerEmit<Payload, Data>(emit: Emit<Payload, Data>, how: EmitAnswer<Payload, Data>): void {
    socket.on(emit.event, (...sent: unknown[]) => {
      if (cutOffUnread(socket)) return;
      const reply = sent.findLast(isReply);
      const payload = isReply(sent[0]) ? undefined : sent[0];
      void respond(emit, how, payload).then((acknowledgement) => reply?.(acknowledgement));
    });
  };
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

/** Socket.IO hands over the client's wish for an acknowledgement as a function, behind what was sent. */
function isReply(part: unknown): part is (acknowledgement: Acknowledgement<unknown>) => void {
  return typeof part === 'function';
}
