import { webhookPaths } from '../payments/webhooks.ts';
import type { OpenApiOperation } from './openapi-document.ts';
import { problemResponses } from './openapi-problems.ts';
import { refTo } from './openapi-schemas.ts';

/** What payment providers report, which each of them writes and signs in its own way. */
const report: OpenApiOperation = {
  operationId: 'reportPayment',
  summary:
    'What a payment provider reports of a payment: its own bytes, signed as agreed with it. Answered once it is kept; a repeat is answered as the first was.',
  tags: ['transactions'],
  security: [],
  parameters: [{ name: 'provider', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { '*/*': { schema: {} } } },
  responses: {
    '200': {
      description: 'It was kept, now or before.',
      content: {
        'application/json': {
          schema: { allOf: [{ $ref: refTo('Success') }, { properties: { data: { type: 'null' } } }] },
        },
      },
    },
    ...problemResponses([
      'MALFORMED_REQUEST',
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'REQUEST_TIMEOUT',
      'BODY_TOO_LARGE',
      'HEADERS_TOO_LARGE',
      'INTERNAL',
      'UNAVAILABLE',
    ]),
  },
};

/** Both addresses of one operation; an id names one of them only. */
export const webhookOperations: Readonly<Record<string, { post: OpenApiOperation }>> = Object.fromEntries(
  webhookPaths.map((path, index) => [
    path,
    { post: index === 0 ? report : { ...report, operationId: `${report.operationId}Too`, tags: ['transaction'] } },
  ]),
);
