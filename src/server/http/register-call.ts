import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Audience, Call } from '../../lib/contract/calls.ts';
import { success } from '../../lib/contract/envelope.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Caller } from './caller.ts';
import { authenticate } from './caller.ts';
import { sendProblem } from './send-problem.ts';
import { validationProblem } from './validation-problem.ts';

/** What a call's handler is given: everything is parsed, and the caller is who the call is for. */
export interface CallContext<Body, Query, Opener extends Audience> {
  body: Body;
  query: Query;
  caller: Caller<Opener>;
  request: FastifyRequest;
}

export type CallHandler<Body, Query, Data, Opener extends Audience> = (
  context: CallContext<Body, Query, Opener>,
) => Promise<Result<{ data: Data }>>;

/**
 * Puts one call of the contract on the server: asks for the bearer before a byte of the body is read, parses body and
 * query once, refuses a foreign `token`, and wraps what the handler returns in the envelope.
 *
 * Problems: UNAUTHENTICATED, FORBIDDEN, VALIDATION, and those of the handler.
 */
export function registerCall<Body, Query, Data, Opener extends Audience>(
  app: FastifyInstance,
  call: Call<Body, Query, Data, Opener>,
  { sessions }: { sessions: Sessions },
  handler: CallHandler<Body, Query, Data, Opener>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller<Opener>>();
  app.route({
    method: call.method,
    url: call.path,
    onRequest: async (request, reply) => {
      const found = await authenticate(sessions, call.audience, request.headers.authorization);
      if (!found.ok) {
        return sendProblem(reply, found.problem);
      }
      callers.set(request, found.caller);
    },
    handler: async (request, reply) => answer(reply, await run(call, handler, request, callers.get(request))),
  });
}

async function run<Body, Query, Data, Opener extends Audience>(
  call: Call<Body, Query, Data, Opener>,
  handler: CallHandler<Body, Query, Data, Opener>,
  request: FastifyRequest,
  caller: Caller<Opener> | undefined,
): Promise<Result<{ data: Data }>> {
  if (caller === undefined) {
    throw new Error(`${call.name} was reached without a caller`);
  }
  const body = parse(call.body, request.body ?? {});
  if (!body.ok) {
    return body;
  }
  const query = parse(call.query, request.query);
  if (!query.ok) {
    return query;
  }
  if (caller !== null && [body.value, query.value].some((part) => isForeign(part, caller.token))) {
    return refuse('FORBIDDEN');
  }
  return handler({ body: body.value, query: query.value, caller, request });
}

/** A call without a schema takes nothing: whatever was sent is not looked at. */
function parse<Value>(schema: z.ZodMiniType<Value> | undefined, sent: unknown): Result<{ value: Value }> {
  if (!schema) {
    return { ok: true, value: undefined as Value };
  }
  const parsed = schema.safeParse(sent);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, problem: validationProblem(parsed.error) };
}

function isForeign(part: unknown, ownToken: string): boolean {
  if (typeof part !== 'object' || part === null || !('token' in part)) {
    return false;
  }
  return typeof part.token === 'string' && part.token.toLowerCase() !== ownToken;
}

function answer(reply: FastifyReply, result: Result<{ data: unknown }>): FastifyReply {
  return result.ok
    ? reply.header('cache-control', 'no-store').send(success(result.data))
    : sendProblem(reply, result.problem);
}
