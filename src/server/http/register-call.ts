import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Audience, Call } from '../../lib/contract/call.ts';
import { success } from '../../lib/contract/envelope.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashOfToken } from '../secrets/token-hash.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerKey } from '../session-owner.ts';
import type { FairQueue } from '../throttle/fair-queue.ts';
import { callQueuesOf } from './call-queues.ts';
import type { AffiliateCaller, Caller, CustomerCaller } from './caller.ts';
import { authenticate } from './caller.ts';
import type { Fault } from './fault-handlers.ts';
import { handleFault, problemOf } from './fault-handlers.ts';
import { sendProblem } from './send-problem.ts';
import { parseSent } from './validation-problem.ts';

/** The input of a call's handler: everything is parsed, and the caller belongs to the call's audience. */
export interface CallContext<Body, Query, Opener extends Audience, Params = unknown> {
  body: Body;
  query: Query;
  params: Params;
  caller: Caller<Opener>;
  request: FastifyRequest;
}

export type CallHandler<Body, Query, Data, Opener extends Audience, Params = unknown> = (
  context: CallContext<Body, Query, Opener, Params>,
) => Promise<Result<{ data: Data }>>;

/** Answers a request with the handler's result. */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<{ data: unknown }>,
) => Promise<FastifyReply> | FastifyReply;

export interface RegisterOptions<Params = unknown, Opener extends Audience = Audience> {
  sessions: Sessions;
  /** Whether the thing named in the path exists; checked before the body is parsed. */
  isThere?: (params: Params) => boolean;
  /** Wraps the function that sends the envelope, for a call that answers some requests in another way. */
  answer?: (sendEnvelope: Answer) => Answer;
  /** Whether the call waits for a payment provider, with no database transaction open. */
  asksProvider?: boolean;
  /** Reads a body that is not JSON. The result is validated like any other body. */
  readBody?: (request: FastifyRequest, caller: Caller<Opener>) => Promise<Result<{ body: unknown }>>;
}

/**
 * Registers one call of the contract. It checks the bearer token before it reads a byte of the body, and for POST again
 * after the body has arrived, which may take half a minute. It parses body and query once, refuses a foreign `token` in
 * them or in the path, and wraps the handler's result in the envelope. Only a few calls of a caller run at a time; the
 * others wait in a queue.
 *
 * Problems: TOO_MANY_REQUESTS if hundreds of the caller's calls wait, UNAUTHENTICATED, FORBIDDEN, SHARED_ACCOUNT,
 * NOT_FOUND or the call's `wrongParams` if a part of the path is invalid, VALIDATION, and those of the handler.
 */
export function registerCall<Body, Query, Data, Opener extends Audience, Params>(
  app: FastifyInstance,
  call: Call<Body, Query, Data, Opener, Params>,
  {
    sessions,
    isThere = () => true,
    answer = (sendEnvelope) => sendEnvelope,
    readBody,
    asksProvider = false,
  }: RegisterOptions<Params, Opener>,
  handler: CallHandler<Body, Query, Data, Opener, Params>,
): void {
  const send = answer((_request, reply, result) => sendEnvelope(reply, result, call.isBare ?? false));
  const callers = new WeakMap<FastifyRequest, Caller<Opener>>();
  const { lookUps, work, providers } = callQueuesOf(app.server);
  const queue = asksProvider ? providers : work;

  async function findCaller({ headers }: FastifyRequest): Promise<Result<{ caller: Caller<Opener> }>> {
    const { authorization } = headers;
    const find = () => authenticate(sessions, call, authorization);
    if (call.audience === 'anyone' || authorization === undefined) return find();
    const found = await lookUps.run(lookUpKey(authorization), find);
    return found.ok ? found.value : found;
  }

  async function answerFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const code = problemOf(fault, request);
    try {
      await (code ? send(request, reply, { ok: false, problem: { code } }) : handleFault(fault, request, reply));
    } catch (later) {
      handleFault(later as Fault, request, reply);
    }
  }

  app.route({
    method: call.method,
    url: routePath(call),
    ...(call.longestBodyBytes !== undefined && { bodyLimit: call.longestBodyBytes }),
    onRequest: async (request, reply) => {
      const found = await findCaller(request);
      if (!found.ok) {
        logForbidden(request, found, null);
        return sendProblem(reply, found.problem);
      }
      if (call.notShared && found.caller?.session.isShared) return sendProblem(reply, { code: 'SHARED_ACCOUNT' });
      callers.set(request, found.caller);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const result = await run({ call, handler, isThere, readBody, sessions, queue }, request, caller);
      logForbidden(request, result, caller ?? null);
      return send(request, reply, result);
    },
    errorHandler: (fault: Fault, request, reply) => void answerFault(fault, request, reply),
  });
}

/**
 * The key of a caller in the lookup queue. It is a hash, because a header can be 16 kB long and the key stays in memory
 * while calls wait.
 */
const lookUpKey = (authorization: string) => hashOfToken(authorization).toString('base64url');

/** Logs attempts to access what belongs to others, so that they can be traced. The logged session id grants nothing. */
function logForbidden(request: FastifyRequest, result: Result, caller: Caller<Audience>): void {
  if (result.ok || result.problem.code !== 'FORBIDDEN') return;
  request.log.warn(
    { route: request.routeOptions.url, session: caller?.session.id },
    'a call was refused to this caller',
  );
}

/** The path of a call in the router's syntax: `/api/forms/submit/:form`. */
export function routePath({ path }: Pick<Call, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

interface Runnable<Body, Query, Data, Opener extends Audience, Params> {
  call: Call<Body, Query, Data, Opener, Params>;
  handler: CallHandler<Body, Query, Data, Opener, Params>;
  isThere: (params: Params) => boolean;
  readBody: RegisterOptions<Params, Opener>['readBody'];
  sessions: Pick<Sessions, 'isAlive'>;
  queue: FairQueue<string>;
}

async function run<Body, Query, Data, Opener extends Audience, Params>(
  runnable: Runnable<Body, Query, Data, Opener, Params>,
  request: FastifyRequest,
  caller: Caller<Opener> | undefined,
): Promise<Result<{ data: Data }>> {
  const { call, isThere, readBody, queue } = runnable;
  if (caller === undefined) {
    throw new Error(`${call.name} was reached without a caller`);
  }
  const params = parse(call.params, request.params);
  if (!params.ok) {
    return refuse(call.wrongParams ?? 'NOT_FOUND');
  }
  if (!isThere(params.value)) {
    return refuse('NOT_FOUND');
  }
  // Ownership is checked before the content is validated, so that strangers learn nothing about it.
  if (caller !== null && [request.params, request.body, request.query].some((part) => isForeign(part, caller.token))) {
    return refuse('FORBIDDEN');
  }
  const sent = readBody ? await readBody(request, caller) : { ok: true as const, body: request.body };
  if (!sent.ok) {
    return sent;
  }
  const finish = () => finishCall(runnable, { request, caller, params: params.value, sentBody: sent.body });
  if (caller === null) {
    return finish();
  }
  const answer = await queue.run(ownerKey(ownerOf(caller)), finish);
  return answer.ok ? answer.value : answer;
}

interface ReadCall<Opener extends Audience, Params> {
  request: FastifyRequest;
  caller: Caller<Opener>;
  params: Params;
  sentBody: unknown;
}

/** Carries out the call once the whole request has arrived and it is the caller's turn. */
async function finishCall<Body, Query, Data, Opener extends Audience, Params>(
  { call, handler, sessions }: Runnable<Body, Query, Data, Opener, Params>,
  { request, caller, params, sentBody }: ReadCall<Opener, Params>,
): Promise<Result<{ data: Data }>> {
  // The session may have ended while the request was arriving slowly or waiting in the queue.
  if (caller !== null && call.method === 'POST' && !(await sessions.isAlive(caller.session))) {
    return refuse('UNAUTHENTICATED');
  }
  if (caller !== null && isForeign(sentBody, caller.token)) {
    return refuse('FORBIDDEN');
  }
  const body = parse(call.body, sentBody ?? {});
  if (!body.ok) {
    return body;
  }
  const query = parse(call.query, request.query);
  if (!query.ok) {
    return query;
  }
  return handler({ body: body.value, query: query.value, params, caller, request });
}

function ownerOf(caller: CustomerCaller | AffiliateCaller): SessionOwner {
  return 'accountId' in caller ? { accountId: caller.accountId } : { affiliateId: caller.affiliateId };
}

/** Validates what was sent. A call without a schema ignores it. */
function parse<Value>(schema: z.ZodMiniType<Value> | undefined, sent: unknown): Result<{ value: Value }> {
  if (!schema) {
    return { ok: true, value: undefined as Value };
  }
  return parseSent(schema, sent);
}

function isForeign(part: unknown, ownToken: string): boolean {
  if (typeof part !== 'object' || part === null || !('token' in part)) {
    return false;
  }
  return typeof part.token === 'string' && part.token.toLowerCase() !== ownToken;
}

function sendEnvelope(reply: FastifyReply, result: Result<{ data: unknown }>, isBare: boolean): FastifyReply {
  if (isBare && !result.ok && result.problem.code === 'NOT_FOUND') {
    return reply.code(404).type('text/html; charset=UTF-8').header('cache-control', 'no-store').send('');
  }
  if (!result.ok) {
    return sendProblem(reply, result.problem);
  }
  return reply.header('cache-control', 'no-store').send(isBare ? result.data : success(result.data));
}
