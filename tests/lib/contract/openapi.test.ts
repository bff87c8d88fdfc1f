import { describe, expect, test } from 'vitest';
import { everyCall } from '../../../src/lib/contract/every-call.ts';
import { webhookPaths } from '../../../src/lib/contract/payments/payment-calls.ts';
import { emits } from '../../../src/lib/contract/emits.ts';
import { openApiDocument } from '../../../src/lib/contract/openapi/openapi.ts';
import { problems } from '../../../src/lib/contract/problem.ts';

const document = openApiDocument({ brandName: 'Example', version: '1.2.3' });
const operations = everyCall.map((call) => ({
  call,
  operation: document.paths[call.path]?.[call.method === 'GET' ? 'get' : 'post'],
}));

/** All values of a key anywhere in a document. */
function everyValue(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries: [string, unknown][] = Object.entries(node);
  return entries.flatMap(([name, value]) => [...(name === key ? [value] : []), ...everyValue(value, key)]);
}

describe('the OpenAPI document', () => {
  test('carries the brand and the version, and survives JSON unchanged', () => {
    expect(document.openapi).toBe('3.1.1');
    expect(document.info).toMatchObject({ title: 'Example API', version: '1.2.3' });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('is the same each time', () => {
    expect(openApiDocument({ brandName: 'Example', version: '1.2.3' })).toEqual(document);
  });

  test('has an operation for each call, under a name of its own', () => {
    expect(operations.map(({ operation }) => operation?.operationId)).toEqual(everyCall.map((call) => call.name));
    expect(new Set(everyCall.map((call) => call.name)).size).toBe(everyCall.length);
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(described).toHaveLength(everyCall.length + webhookPaths.length);
  });

  test.each(webhookPaths)('describes the webhook %s', (path) => {
    const { post } = document.paths[path]!;
    expect(post?.security).toEqual([]);
    expect(post?.requestBody?.content).toEqual({ '*/*': { schema: {} } });
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '401', '404', '413']));
  });

  test('has no broken references', () => {
    const references = everyValue(document, '$ref');
    expect(references.length).toBeGreaterThan(10);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.filter((reference) => !known.includes(String(reference)))).toEqual([]);
  });

  test('names the entities and the envelope once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['User', 'Asset', 'Candle', 'Position', 'Balance', 'Success', 'Failure', 'ProblemCode']),
    );
    expect(everyValue(document, '$id')).toEqual([]);
    const open = document['x-socket-emits'].find((emit) => emit.event === 'openPosition');
    expect(everyValue(open?.acknowledgement, '$ref')).toContain('#/components/schemas/Position');
  });

  test.each(operations)('$call.name requires a bearer token unless it is public', ({ call, operation }) => {
    expect(operation?.security).toEqual(call.audience === 'anyone' ? [] : [{ bearer: [] }]);
  });

  test.each(operations)('$call.name lists its problems under their statuses, with examples', ({ call, operation }) => {
    const common = call.audience === 'anyone' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const);
    for (const code of [...call.problems, ...common, 'INTERNAL' as const, 'UNAVAILABLE' as const]) {
      const response = operation?.responses[problems[code].status];
      expect(response?.description).toContain(code);
      expect(response?.content?.['application/json']?.examples?.[code]?.value).toMatchObject({
        status: 'error',
        error: { code, message: problems[code].message },
      });
    }
  });

  test('lists faults of a body only for calls with one, and the time to retry', () => {
    const login = document.paths['/api/accounts/login']?.post;
    expect(Object.keys(login?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '413', '415', '429']),
    );
    expect(login?.responses['429']?.headers).toHaveProperty('Retry-After');
    expect(login?.requestBody?.required).toBe(true);
    const assets = document.paths['/api/get/assets']?.get;
    expect(Object.keys(assets?.responses ?? {})).not.toContain('415');
    expect(document.paths['/api/accounts/get']?.post?.requestBody?.required).toBe(false);
  });

  test('describes files by their type, and refusals with their envelope', () => {
    const file = document.paths['/api/affiliate/export']?.post;
    expect(file?.responses['200']?.content).toEqual({ 'text/csv': { schema: { type: 'string' } } });
    expect(file?.responses['429']?.content).toHaveProperty(['application/json']);
  });

  test('describes the calls of Cockpit as they are: without the envelope, with its own refusals', () => {
    const pages = document.paths['/api/collections/get/{collection}']?.post;
    expect(pages?.responses['200']?.content?.['application/json']?.schema).toHaveProperty('anyOf');
    expect(Object.keys(pages?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '406', '412', '429']));
    const settings = document.paths['/api/singletons/get/{name}']?.get;
    expect(settings?.responses['404']).not.toHaveProperty('content');
    const form = document.paths['/api/forms/submit/{form}']?.post;
    expect(form?.responses['404']).not.toHaveProperty('content');
    expect(form?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
      properties: { status: { const: 'success' } },
    });
  });

  test('describes the forms of pages without scripts', () => {
    const contact = document.paths['/api/contact']?.post;
    const form = document.paths['/api/forms/submit/{form}']?.post;
    const type = 'application/x-www-form-urlencoded';
    expect(contact?.requestBody?.content[type]?.schema).toEqual(
      contact?.requestBody?.content['application/json']?.schema,
    );
    expect(form?.requestBody?.content[type]?.encoding).toEqual({ form: { style: 'deepObject', explode: true } });
    for (const operation of [contact, form]) expect(operation?.responses['303']?.headers).toHaveProperty('Location');
    expect(document.paths['/api/accounts/login']?.post?.responses).not.toHaveProperty('303');
  });

  test('describes documents as a form with files, and as nothing else', () => {
    const upload = document.paths['/api/accounts/upload']?.post;
    expect(Object.keys(upload?.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
    expect(upload?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { type: { enum: ['passport', 'address', 'funding'] }, files: { type: 'array', maxItems: 2 } },
      required: ['type', 'files'],
    });
    expect(upload?.responses['400']?.description).not.toContain('BAD_JSON');
  });

  test('describes a query by its parameters', () => {
    const candles = document.paths['/api/get/candles']?.get;
    expect(candles?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ['symbol', true],
      ['resolution', true],
      ['from', true],
      ['to', true],
    ]);
  });

  test('describes every emit with its payload, acknowledgement and problems', () => {
    const described = document['x-socket-emits'];
    expect(described.map((emit) => emit.event)).toEqual(emits.map((emit) => emit.event));
    described.forEach((emit, index) => {
      expect(emit.problems).toEqual(expect.arrayContaining([...(emits[index]?.problems ?? [])]));
      expect(new Set(emit.problems).size).toBe(emit.problems.length);
    });
    expect(document['x-socket-events'].map((event) => event.event)).toEqual([
      'balance',
      'positions',
      'user',
      'transactions',
      'notices',
      'prices',
    ]);
  });

  test('lists the whole closed union of problems', () => {
    expect(document.components.schemas['ProblemCode']).toMatchObject({ enum: Object.keys(problems) });
  });
});
