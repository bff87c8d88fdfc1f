import type { OpenApiDocument, OpenApiOperation } from '../../lib/contract/openapi/openapi.ts';
import type { JsonSchema } from '../../lib/contract/openapi/openapi-schemas.ts';
import { isProblemCode } from '../../lib/contract/problem.ts';

/** One article of the API reference: a call, an emit, an event or an entity. */
export interface ReferenceItem {
  id: string;
  /** GET, POST, EMIT or ON; absent for an entity. */
  verb: string | undefined;
  name: string;
  summary: string;
  /** Whether an access token is required. */
  isAuthorised: boolean;
  fields: FieldRow[];
  answer: SchemaText | undefined;
  problems: string[];
}

export interface ProblemRow {
  code: string;
  status: number;
  message: string;
}

interface ReferenceModel {
  paragraphs: string[];
  calls: ReferenceItem[];
  emits: ReferenceItem[];
  events: ReferenceItem[];
  entities: ReferenceItem[];
  problems: ProblemRow[];
}

const envelopeNames = new Set(['Success', 'Failure', 'ProblemCode']);

/** Converts the OpenAPI document into the page's model. */
export function referenceModel(document: OpenApiDocument): ReferenceModel {
  const { schemas } = document.components;
  return {
    paragraphs: document.info.description.split('\n\n'),
    calls: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => callItem(path, method, operation)),
    ),
    emits: document['x-socket-emits'].map(({ event, summary, payload, acknowledgement, problems }) => ({
      ...item(`emit-${event}`, 'EMIT', event, summary),
      isAuthorised: true,
      fields: fieldRows(payload),
      answer: acknowledged(acknowledgement),
      problems: [...problems],
    })),
    events: document['x-socket-events'].map(({ event, namespace, summary, payload }) => ({
      ...item(`event-${event}`, 'ON', event, summary),
      isAuthorised: namespace === '/',
      answer: describeSchema(payload),
    })),
    entities: Object.entries(schemas)
      .filter(([name]) => !envelopeNames.has(name))
      .map(([name, schema]) => entityItem(name, schema)),
    problems: problemRows(schemas['ProblemCode'] ?? {}),
  };
}

function item(id: string, verb: string | undefined, name: string, summary: string): ReferenceItem {
  return { id, verb, name, summary, isAuthorised: false, fields: [], answer: undefined, problems: [] };
}

function callItem(path: string, method: string, operation: OpenApiOperation): ReferenceItem {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
  const queryRows = parameters.map(({ name, required, schema }) => {
    return { name, isRequired: required, ...describeSchema(schema) };
  });
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
  const body = (json ?? form)?.schema;
  const success = responses['200']?.content?.['application/json']?.schema;
  const enveloped = success?.['allOf'] as JsonSchema[] | undefined;
  const data = enveloped ? (enveloped[1]?.['properties'] as Record<string, JsonSchema>)['data'] : success;
  const problems = Object.values(responses).flatMap((response) =>
    Object.keys(response.content?.['application/json']?.examples ?? {}).filter(isProblemCode),
  );
  return {
    ...item(`call-${operationId}`, method.toUpperCase(), path, summary),
    isAuthorised: security.length > 0,
    fields: [...queryRows, ...(body ? fieldRows(body) : [])],
    answer: data ? answerOf(data) : fileOf(responses['200']?.content),
    problems,
  };
}

/** Describes a file by its media type; undefined if the answer is no file. */
function fileOf(content: object | undefined): SchemaText | undefined {
  const [type] = Object.keys(content ?? {}).filter((one) => one !== 'application/json');
  return type === undefined ? undefined : { type, entity: undefined, limits: [] };
}

/**
 * Describes an answer. A schema without a name in the document is written out: `{ access_token: string, user: User }`.
 */
function answerOf(schema: JsonSchema): SchemaText {
  const rows = fieldRows(schema);
  if (rows.length === 0) return describeSchema(schema);
  const type = `{ ${rows.map(({ name, type: text }) => `${name}: ${text}`).join(', ')} }`;
  return { type, entity: rows.find(({ entity }) => entity)?.entity, limits: [] };
}

function acknowledged(acknowledgement: JsonSchema): SchemaText | undefined {
  const accepted = (acknowledgement['oneOf'] as JsonSchema[] | undefined)?.[0];
  const data = (accepted?.['properties'] as Record<string, JsonSchema> | undefined)?.['data'];
  return data && describeSchema(data);
}

function entityItem(name: string, schema: JsonSchema): ReferenceItem {
  const fields = fieldRows(schema);
  const summary = typeof schema['description'] === 'string' ? schema['description'] : '';
  const answer = fields.length === 0 ? describeSchema(schema) : undefined;
  return { ...item(`entity-${name}`, undefined, name, summary), fields, answer };
}

function problemRows(schema: JsonSchema): ProblemRow[] {
  const statuses = (schema['x-statuses'] ?? {}) as Record<string, number>;
  const messages = (schema['x-messages'] ?? {}) as Record<string, string>;
  return Object.entries(statuses).map(([code, status]) => ({ code, status, message: messages[code] ?? '' }));
}

/** A schema as a table shows it: its type, which links to an entity of the document if it is one, and its limits. */
interface SchemaText {
  type: string;
  /** The name of the entity to link to; undefined if the type is no entity of this document. */
  entity: string | undefined;
  limits: string[];
}

/** One row of a table of fields. */
export interface FieldRow extends SchemaText {
  name: string;
  isRequired: boolean;
}

const limitWords: Readonly<Record<string, string>> = {
  minimum: '≥',
  exclusiveMinimum: '>',
  maximum: '≤',
  exclusiveMaximum: '<',
};

/** The fields of an object, or of the object in a nullable schema. Nested fields are named like `dataUser.token`. */
function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const object = variants(schema).find((variant) => variant['properties']) ?? schema;
  const required = new Set((object['required'] ?? []) as string[]);
  return Object.entries((object['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const row = { name: prefix + name, isRequired: required.has(name), ...describeSchema(field) };
    return field['properties'] ? [row, ...fieldRows(field, `${row.name}.`)] : [row];
  });
}

function describeSchema(schema: JsonSchema): SchemaText {
  return { type: typeText(schema), entity: entityOf(schema), limits: limitsOf(schema) };
}

function typeText(schema: JsonSchema): string {
  const named = refName(schema);
  if (named) return named;
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const parts = variants(schema);
  if (parts.length > 1) return parts.map(typeText).join(' | ');
  if (Array.isArray(schema['type'])) return schema['type'].join(' | ');
  if (schema['type'] === 'array') return `${typeText(asSchema(schema['items']))}[]`;
  if (schema['additionalProperties']) return `{ [key]: ${typeText(asSchema(schema['additionalProperties']))} }`;
  const name = schema['format'] ?? schema['type'];
  return typeof name === 'string' ? name : 'any';
}

function limitsOf(schema: JsonSchema): string[] {
  const limits = Object.entries(limitWords)
    .filter(([key]) => typeof schema[key] === 'number')
    .map(([key, word]) => `${word} ${(schema[key] as number).toLocaleString('en')}`);
  if (typeof schema['maxLength'] === 'number') limits.push(`≤ ${schema['maxLength']} characters`);
  if (typeof schema['pattern'] === 'string') limits.push(schema['pattern']);
  return limits;
}

function entityOf(schema: JsonSchema): string | undefined {
  const inner = schema['items'] ?? schema['additionalProperties'];
  const candidates = [schema, ...variants(schema), ...(inner ? [asSchema(inner)] : [])];
  return candidates.map(refName).find((name) => name !== undefined);
}

function variants(schema: JsonSchema): JsonSchema[] {
  return (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
}

function refName(schema: JsonSchema): string | undefined {
  return typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}
