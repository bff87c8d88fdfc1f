import type { JsonSchema } from '../../lib/contract/openapi/openapi-schemas.ts';

/** A schema in words short enough for a table: its type, linked where the document names it, and its limits. */
export interface SchemaText {
  type: string;
  /** The name of an entity of this document. */
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

/** The fields of an object, nested ones as `dataUser.token`. A schema that may be absent or null has those of its object. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const object = variants(schema).find((variant) => variant['properties']) ?? schema;
  const required = new Set((object['required'] ?? []) as string[]);
  return Object.entries((object['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const row = { name: prefix + name, isRequired: required.has(name), ...describeSchema(field) };
    return field['properties'] ? [row, ...fieldRows(field, `${row.name}.`)] : [row];
  });
}

export function describeSchema(schema: JsonSchema): SchemaText {
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
