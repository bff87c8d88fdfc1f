import type { ServerResponse } from 'node:http';
import { failure } from '../../lib/contract/envelope.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { problems } from '../../lib/contract/problem.ts';
import { siteHeaders } from '../site/page-headers.ts';

/** Headers of answers that are not pages. If a browser opens such an answer, it loads and runs nothing. */
export const ownHeaders = { ...siteHeaders, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };

/** Answers with the failure envelope on a response that the framework does not manage. */
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
    ...ownHeaders,
  });
  response.end(body);
}
