import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { DatabaseUnavailable, databaseFaultKind } from '../db/database-faults.ts';
import { sendProblem } from './send-problem.ts';

export interface Fault extends Error {
  code?: string;
  statusCode?: number;
}

/** What the framework refuses by itself, before a call is reached. */
const refusals: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
};

/**
 * Answers what was thrown: the framework's refusals by their code, a database that is no use as `UNAVAILABLE`,
 * everything else as `INTERNAL` with the log line's id.
 */
export function handleFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = problemOf(fault, request);
  if (code) {
    return sendProblem(reply, { code });
  }
  request.log.error({ err: fault, route: routeOf(request) }, 'a call failed');
  return sendProblem(reply, { code: 'INTERNAL' }, request.id);
}

/** What is said of what was thrown, where it is no fault of ours. */
export function problemOf(fault: Fault, request: FastifyRequest): ProblemCode | undefined {
  const refusal = refusalOf(fault);
  if (refusal || databaseFaultKind(fault) === null) return refusal;
  // That nothing was asked of it is no news: the log has said so once.
  if (!(fault instanceof DatabaseUnavailable)) {
    request.log.warn({ err: fault, route: routeOf(request) }, 'the database could not answer a call');
  }
  return 'UNAVAILABLE';
}

/** What the framework refused by itself; undefined where something of ours failed. */
function refusalOf(fault: Fault): ProblemCode | undefined {
  const known = refusals[fault.code ?? ''];
  if (known || fault.statusCode === undefined || fault.statusCode < 400 || fault.statusCode > 499) {
    return known;
  }
  return fault instanceof SyntaxError ? 'BAD_JSON' : 'MALFORMED_REQUEST';
}

/** The pattern of the request's route, never its URL: queries and paths carry identifiers. */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}
