import type { Call } from '../call.ts';
import { everyCall } from '../every-call.ts';
import { envelopeComponents, problemResponses, problemsOf } from './openapi-problems.ts';
import type { OpenApiResponse } from './openapi-problems.ts';
import { describeSchemas, refTo } from './openapi-schemas.ts';
import type { JsonSchema, SchemaBook } from './openapi-schemas.ts';
import { socketEmits, socketEvents, socketSchemas } from './openapi-socket.ts';
import type { SocketEmit, SocketEvent } from './openapi-socket.ts';
import { webhookPaths } from '../payments/payment-calls.ts';

export interface OpenApiParameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: JsonSchema;
}

interface MediaType {
  schema: JsonSchema;
  encoding?: Record<string, { style: string; explode: boolean }>;
}

type RequestContent = Partial<
  Record<'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data' | '*/*', MediaType>
>;

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: RequestContent };
  responses: Record<string, OpenApiResponse>;
}

/** An OpenAPI 3.1 document. OpenAPI cannot describe sockets, so they are in two extensions. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
  'x-socket-emits': SocketEmit[];
  'x-socket-events': SocketEvent[];
}

const description = [
  'A successful call returns HTTP 200 with `{"status":"success","data":…}`. A failed call returns `{"status":"error","error":{…}}` with one of the codes listed in `ProblemCode`.',
  'The calls under `/api/collections`, `/api/singletons` and `/api/forms` follow Cockpit v1: their successful responses have no envelope.',
  'Money is in major units with up to two decimals, rates are numbers, and timestamps are ISO 8601 in UTC.',
  'An unknown path returns 404 `NOT_FOUND`. A method that is not documented for a path returns 405 `METHOD_NOT_ALLOWED`.',
  'The realtime API uses Socket.IO 4. To connect to the namespace `/`, pass the access token as the query parameter `token`. It accepts the events listed in `x-socket-emits` and acknowledges each one. The namespace `/prices` is public. `x-socket-events` lists the events that the server sends.',
].join('\n\n');

/**
 * Answers to a form post without scripts: a redirect if it was accepted, else the same page again with the status of
 * its problem.
 */
const plainFormAnswer: Readonly<Record<string, OpenApiResponse>> = {
  '303': {
    description: 'For a plain HTML form post: redirects the visitor back to `page`, which shows a thank-you message.',
    headers: {
      Location: { description: 'The page, with an anchor to the thank-you message.', schema: { type: 'string' } },
    },
  },
};

const empty = (what: string): OpenApiResponse => ({ description: `${what} The response is empty.` });

const said = (description: string, value: Readonly<Record<string, unknown>>): OpenApiResponse => ({
  description,
  content: { 'application/json': { schema: { type: 'object' }, examples: { Cockpit: { value } } } },
});

/** What each Cockpit call can answer besides success and our own problems. */
const cockpitRefusals: Readonly<Record<string, Readonly<Record<string, OpenApiResponse>>>> = {
  getCollection: {
    '406': said('The filter contains an unsupported rule.', {
      error: true,
      message: 'Oooops, something went wrong.',
    }),
    '412': said('The collection does not exist.', { error: 'Collection not found' }),
  },
  getSingleton: { '404': empty('The singleton does not exist.') },
  submitForm: { '404': empty('The form does not exist.') },
};

/** What payment providers report. Each provider has its own format and signature. */
const report: OpenApiOperation = {
  operationId: 'reportPayment',
  summary:
    'Webhook for payment providers. The body is in the provider’s own format, signed as agreed with the provider. The server responds once the report is stored. Idempotent: repeating a report returns the same response.',
  tags: ['transactions'],
  security: [],
  parameters: [{ name: 'provider', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { '*/*': { schema: {} } } },
  responses: {
    '200': {
      description: 'The report is stored.',
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

/** The same operation under both paths; the operation id belongs to only one of them. */
const webhookOperations: Readonly<Record<string, { post: OpenApiOperation }>> = Object.fromEntries(
  webhookPaths.map((path, index) => [
    path,
    { post: index === 0 ? report : { ...report, operationId: `${report.operationId}Too`, tags: ['transaction'] } },
  ]),
);

/** Describes every call and emit of the contract for people and machines. */
export function openApiDocument({ brandName, version }: { brandName: string; version: string }): OpenApiDocument {
  const callSchemas = everyCall
    .flatMap(({ body, query, params, data }) => [body, query, params, data])
    .filter((part) => part !== undefined);
  const schemas = describeSchemas([...callSchemas, ...socketSchemas]);
  const paths: OpenApiDocument['paths'] = {};
  for (const call of everyCall) {
    const method = call.method === 'GET' ? 'get' : 'post';
    paths[call.path] = { ...paths[call.path], [method]: operation(call, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${brandName} API`, version, description },
    paths: { ...paths, ...webhookOperations },
    components: {
      schemas: { ...schemas.components, ...envelopeComponents },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token returned by a login.' },
      },
    },
    'x-socket-emits': socketEmits(schemas),
    'x-socket-events': socketEvents(schemas),
  };
}

function operation(call: Call, schemas: SchemaBook): OpenApiOperation {
  const { name, summary, path, audience, body, query, params, data } = call;
  const parameters = [
    ...(params ? parametersOf(schemas.of(params), 'path') : []),
    ...(query ? parametersOf(schemas.of(query), 'query') : []),
  ];
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[2] ?? 'api'],
    security: audience === 'anyone' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(schemas.of(body), call) }),
    responses: {
      '200': successResponse(call, schemas.of(data)),
      ...(call.acceptsForms && plainFormAnswer),
      ...problemResponses(problemsOf(call)),
      ...cockpitRefusals[name],
    },
  };
}

function parametersOf({ properties, required }: JsonSchema, location: OpenApiParameter['in']): OpenApiParameter[] {
  const needed = new Set((required ?? []) as string[]);
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => {
    return { name, in: location, required: needed.has(name), schema };
  });
}

/** The body is optional if none of its fields is required. */
function requestBodyOf(
  schema: JsonSchema,
  { acceptsForms, acceptsFiles }: Pick<Call, 'acceptsForms' | 'acceptsFiles'>,
): OpenApiOperation['requestBody'] {
  if (acceptsFiles)
    return { required: true, content: { 'multipart/form-data': { schema: withFiles(schema, acceptsFiles) } } };
  const content: RequestContent = {
    'application/json': { schema },
    ...(acceptsForms && { 'application/x-www-form-urlencoded': { schema, ...encodingOf(schema) } }),
  };
  return { required: schema['required'] !== undefined, content };
}

/** The schema of a form, with its files as one more field. */
function withFiles(schema: JsonSchema, { name, most, description }: NonNullable<Call['acceptsFiles']>): JsonSchema {
  const files = {
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
    maxItems: most,
    description,
  };
  const { properties, required } = schema as { properties?: JsonSchema; required?: string[] };
  return { ...schema, properties: { ...properties, [name]: files }, required: [...(required ?? []), name] };
}

function successResponse({ isBare, answersFile }: Call, data: JsonSchema): OpenApiResponse {
  if (answersFile) return { description: 'Success', content: { [answersFile]: { schema: data } } };
  return isBare ? bareSuccess(data) : successOf(data);
}

function successOf(data: JsonSchema): OpenApiResponse {
  const schema = { allOf: [{ $ref: refTo('Success') }, { properties: { data } }] };
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function bareSuccess(schema: JsonSchema): OpenApiResponse {
  return { description: 'Success', content: { 'application/json': { schema } } };
}

/** An object within a posted form is encoded as `form[name]=…`. */
function encodingOf({ properties }: JsonSchema): Pick<MediaType, 'encoding'> {
  const nested = Object.entries((properties ?? {}) as Record<string, JsonSchema>).filter(
    ([, one]) => one['properties'],
  );
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }]));
  return nested.length > 0 ? { encoding } : {};
}
