import type { ServerResponse } from 'node:http';
import { failure } from '../../lib/contract/envelope.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { problems } from '../../lib/contract/problem.ts';

/** Answers with the failure envelope on a response that the framework does not hold. */
export function writeProblem(response: ServerResponse, code: ProblemCode, id?: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(failure({ code }, id));
  response.writeHead(problems[code].status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
