import type { FastifyReply } from 'fastify';
import { failure } from '../../lib/contract/envelope.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import { problems } from '../../lib/contract/problem.ts';

/** Answers with the failure envelope of a problem. `id` identifies the log line of an `INTERNAL` fault. */
export function sendProblem(reply: FastifyReply, problem: Problem, id?: string): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(problem.retryAfterSeconds));
  }
  return reply.code(problems[problem.code].status).header('cache-control', 'no-store').send(failure(problem, id));
}
