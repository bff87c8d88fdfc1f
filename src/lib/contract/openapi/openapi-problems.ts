import type { Call } from '../call.ts';
import { failure } from '../envelope.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { refTo } from './openapi-schemas.ts';
import type { ProblemCode } from '../problem.ts';
import { problems } from '../problem.ts';

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  /** Missing: the answer is empty, or an HTML page. */
  content?: {
    'application/json'?: { schema: JsonSchema; examples?: Record<string, { value: unknown }> };
    'text/csv'?: { schema: JsonSchema };
  };
}

const codes = Object.keys(problems) as ProblemCode[];

/** The schemas that all answers share. */
export const envelopeComponents: Readonly<Record<string, JsonSchema>> = {
  Success: { type: 'object', required: ['status', 'data'], properties: { status: { const: 'success' } } },
  ProblemCode: {
    type: 'string',
    enum: codes,
    description: 'All error codes. The list is closed, so clients can map each code to their own message.',
    'x-statuses': Object.fromEntries(codes.map((code) => [code, problems[code].status])),
    'x-messages': Object.fromEntries(codes.map((code) => [code, problems[code].message])),
  },
  Failure: {
    type: 'object',
    required: ['status', 'error'],
    properties: {
      status: { const: 'error' },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { $ref: refTo('ProblemCode') },
          message: { type: 'string', description: 'A message in English.' },
          fields: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'For `VALIDATION`: one message for each invalid field.',
          },
          id: { type: 'string', description: 'For `INTERNAL`: the ID of the error in the server log.' },
        },
      },
    },
  },
};

/**
 * The problems of a call: its own, those that follow from its audience and body, and those that any request can cause.
 */
export function problemsOf(
  call: Pick<Call, 'method' | 'audience' | 'body' | 'query' | 'problems' | 'acceptsFiles' | 'notShared'>,
): ProblemCode[] {
  const met = new Set<ProblemCode>(call.problems);
  const add = (...more: ProblemCode[]) => more.forEach((code) => met.add(code));
  if (call.body || call.query) add('VALIDATION');
  if (call.audience !== 'anyone') add('UNAUTHENTICATED', 'FORBIDDEN');
  if (call.notShared) add('SHARED_ACCOUNT');
  if (call.method === 'POST') add('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (call.method === 'POST' && !call.acceptsFiles) add('BAD_JSON');
  add('MALFORMED_REQUEST', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE');
  return codes.filter((code) => met.has(code));
}

/** One response per HTTP status, with an example of each problem that has this status. */
export function problemResponses(met: readonly ProblemCode[]): Record<string, OpenApiResponse> {
  const byStatus = Map.groupBy(met, (code) => problems[code].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [String(status), problemResponse(group)]));
}

function problemResponse(group: readonly ProblemCode[]): OpenApiResponse {
  const narrowed = { properties: { error: { properties: { code: { enum: group } } } } };
  return {
    description: group.map((code) => `${code}: ${problems[code].message}`).join('\n\n'),
    ...(group.includes('TOO_MANY_REQUESTS') && {
      headers: {
        'Retry-After': { description: 'How many seconds to wait before retrying.', schema: { type: 'integer' } },
      },
    }),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: refTo('Failure') }, narrowed] },
        examples: Object.fromEntries(group.map((code) => [code, { value: example(code) }])),
      },
    },
  };
}

function example(code: ProblemCode): unknown {
  if (code === 'VALIDATION') return failure({ code, fields: { field: 'what is wrong with it' } });
  return failure({ code }, code === 'INTERNAL' ? '5f0c7a52-3f0e-4d0e-9a51-0d8a7c1f2b3e' : undefined);
}
