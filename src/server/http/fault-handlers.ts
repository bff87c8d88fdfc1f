import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { DatabaseUnavailable, databaseFaultKind } from '../db/database-faults.ts';
import { sendProblem } from './send-problem.ts';

export interface Fault extends Error {
  code?: string;
  statusCode?: number;
}

/** Problems for the error codes with which the framework refuses a request before a call is reached. */
const refusals: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
};

/**
 * Answers a thrown fault: the framework's refusals by their code, an unusable database as `UNAVAILABLE`, everything
 * else as `INTERNAL` with the id of the log line.
 */
export function handleFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = problemOf(fault, request);
  if (code) {
    return sendProblem(reply, { code });
  }
  request.log.error({ err: fault, route: routeOf(request) }, 'a call failed');
  return sendProblem(reply, { code: 'INTERNAL' }, request.id);
}

/** The problem of a thrown fault; undefined if the fault is a bug of ours. */
export function problemOf(fault: Fault, request: FastifyRequest): ProblemCode | undefined {
  const refusal = refusalOf(fault);
  if (refusal || databaseFaultKind(fault) === null) return refusal;
  // The log has already reported that the database is away.
  if (!(fault instanceof DatabaseUnavailable)) {
    request.log.warn({ err: fault, route: routeOf(request) }, 'the database could not answer a call');
  }
  return 'UNAVAILABLE';
}

/** The problem if the framework refused the request; undefined if our own code failed. */
function refusalOf(fault: Fault): ProblemCode | undefined {
  const known = refusals[fault.code ?? ''];
  if (known || fault.statusCode === undefined || fault.statusCode < 400 || fault.statusCode > 499) {
    return known;
  }
  return fault instanceof SyntaxError ? 'BAD_JSON' : 'MALFORMED_REQUEST';
}

/**
 * The pattern of the request's route, for logs. Its URL is never logged, because queries and paths contain identifiers.
 */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}
