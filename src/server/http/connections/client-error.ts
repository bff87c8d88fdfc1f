import type { Duplex } from 'node:stream';
import { failure } from '../../../lib/contract/envelope.ts';
import type { ProblemCode } from '../../../lib/contract/problem.ts';
import { problems } from '../../../lib/contract/problem.ts';
import { ownHeaders } from '../raw-problem.ts';

const headerLines = Object.entries(ownHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const reasons: Partial<Record<ProblemCode, string>> = {
  HEADERS_TOO_LARGE: 'Request Header Fields Too Large',
  REQUEST_TIMEOUT: 'Request Timeout',
};

/**
 * Answers a connection whose bytes never became a complete request. There is no response object yet, so the envelope is
 * written by hand.
 */
export function answerClientError(fault: Error & { code?: string }, socket: Duplex): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = problemOf(fault.code);
  const body = JSON.stringify(failure({ code }));
  socket.end(
    `HTTP/1.1 ${problems[code].status} ${reasons[code] ?? 'Bad Request'}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      headerLines +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function problemOf(faultCode: string | undefined): ProblemCode {
  switch (faultCode) {
    case 'HPE_HEADER_OVERFLOW':
      return 'HEADERS_TOO_LARGE';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'REQUEST_TIMEOUT';
    default:
      return 'MALFORMED_REQUEST';
  }
}
