import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signDelivery, writtenSecret } from '../../../src/server/affiliates/postbacks/post-delivery.ts';

/** The document contains code with which affiliates verify postbacks. The test runs that code as it is. */

type IsOurs = (headers: Record<string, string>, body: string, secret: string, now: number) => boolean;
let folder: string;
let isOurs: IsOurs;

beforeAll(async () => {
  const text = await readFile(new URL('../../../docs/postbacks.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(text)![1]!;
  folder = await mkdtemp(join(tmpdir(), 'postback-document-'));
  const file = join(folder, 'verify.mjs');
  await writeFile(file, code);
  ({ isOurs } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { isOurs: IsOurs });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = 1_790_000_000_000;
const secret = Buffer.alloc(32, 7);
const body = '{"event":"test","name":"é"}';
const headers = signDelivery(secret, { id: '3f0c', at, body });
const verify = (more: { headers?: object; body?: string; secret?: string; now?: number } = {}) =>
  isOurs({ ...headers, ...more.headers }, more.body ?? body, more.secret ?? writtenSecret(secret), more.now ?? at);

test('the documented code accepts our signature', () => {
  expect(verify()).toBe(true);
  expect(verify({ headers: { 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` } })).toBe(true);
  expect(verify({ now: at + 299_000 })).toBe(true);
});

test.each([
  ['changed', { body: `${body} ` }],
  ['another’s', { secret: writtenSecret(Buffer.alloc(32, 8)) }],
  ['of another id', { headers: { 'webhook-id': '3f0d' } }],
  ['moved to another time', { headers: { 'webhook-timestamp': String(at / 1000 + 1) } }],
  ['old', { now: at + 301_000 }],
  ['not signed', { headers: { 'webhook-signature': '' } }],
  ['of another scheme', { headers: { 'webhook-signature': headers['webhook-signature']!.replace('v1', 'v2') } }],
])('what is %s is not', (_, more) => {
  expect(verify(more)).toBe(false);
});
