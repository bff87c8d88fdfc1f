import * as z from 'zod/mini';
import { unreadNotices } from '../accounts/notice-calls.ts';
import type { Emit } from '../emits.ts';
import { emits } from '../emits.ts';
import { balance, positionLists, priceMap, user } from '../entities.ts';
import type { JsonSchema, SchemaBook } from './openapi-schemas.ts';
import { refTo } from './openapi-schemas.ts';
import type { ProblemCode } from '../problem.ts';

/** What a client may emit on the customer's socket. Each emit is acknowledged. */
export interface SocketEmit {
  event: string;
  namespace: '/';
  summary: string;
  payload: JsonSchema;
  acknowledgement: JsonSchema;
  problems: readonly ProblemCode[];
}

/** What a client receives. */
export interface SocketEvent {
  event: string;
  namespace: '/' | '/prices';
  summary: string;
  payload: JsonSchema;
}

const nothing = z.null();

const events = [
  { event: 'balance', namespace: '/', summary: 'Sent when the balance summary changes.', payload: balance },
  {
    event: 'positions',
    namespace: '/',
    summary: 'Sent when a position changes. Contains all positions.',
    payload: positionLists,
  },
  { event: 'user', namespace: '/', summary: 'Sent when the customer’s account changes.', payload: user },
  {
    event: 'transactions',
    namespace: '/',
    summary: 'Sent when a transaction is created or changes. Reload the transactions to see the change.',
    payload: nothing,
  },
  {
    event: 'notices',
    namespace: '/',
    summary: 'Sent when a notification arrives or is read. Contains the number of unread ones.',
    payload: unreadNotices,
  },
  {
    event: 'prices',
    namespace: '/prices',
    summary:
      'The first message contains all prices; later ones contain only the symbols that changed since the last message. At most 10 messages per second.',
    payload: priceMap,
  },
] as const;

/** The schemas that this part of the document refers to. */
export const socketSchemas = [nothing, ...emits.flatMap((emit) => [emit.payload, emit.data])];

export function socketEmits(schemas: SchemaBook): SocketEmit[] {
  return emits.map((emit) => ({
    event: emit.event,
    namespace: '/',
    summary: emit.summary,
    payload: schemas.of(emit.payload),
    acknowledgement: { oneOf: [acknowledgement(schemas.of(emit.data)), refusal(problemsOfEmit(emit))] },
    problems: problemsOfEmit(emit),
  }));
}

export function socketEvents(schemas: SchemaBook): SocketEvent[] {
  return events.map((event) => ({ ...event, payload: schemas.of(event.payload) }));
}

/**
 * Any emit can be malformed, carry somebody else's `dataUser.token`, exceed the rate limit, or come after its session
 * has ended.
 */
function problemsOfEmit(emit: Pick<Emit, 'problems'>): ProblemCode[] {
  const any = ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', ...emit.problems, 'TOO_MANY_REQUESTS'] as const;
  return [...new Set<ProblemCode>([...any, 'INTERNAL', 'UNAVAILABLE'])];
}

function acknowledgement(data: JsonSchema): JsonSchema {
  return { type: 'object', required: ['error', 'data'], properties: { error: { const: false }, data } };
}

function refusal(met: readonly ProblemCode[]): JsonSchema {
  return {
    type: 'object',
    required: ['error', 'code', 'message'],
    properties: {
      error: { const: true },
      code: { allOf: [{ $ref: refTo('ProblemCode') }, { enum: met }] },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      id: { type: 'string' },
    },
  };
}
