import { once } from 'node:events';
import { request as askByTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIResponse } from '@playwright/test';
import { getClientInfo, upload } from '../../../src/lib/contract/accounts/account-calls.ts';
import { longestDocumentBytes } from '../../../src/lib/contract/accounts/document-kinds.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { onFreePorts, runNginx } from '../../bench/peers/nginx.ts';
import { makeProgramHome } from '../../bench/peers/program-home.ts';
import { listenToFaults } from '../page-faults.ts';
import { largestScriptOf } from './built-scripts.ts';
import { expect, test } from './tls-test.ts';

/** A server behind nginx with TLS, configured by the file in docs/operating.md. */

test('if another program has bound its port meanwhile, nginx is started on another one', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(other, 'listening');
  const ports = [(other.address() as AddressInfo).port];
  const nginx = await onFreePorts(async () => {
    const found = await makeProgramHome('taken');
    const home = { ...found, port: ports.shift() ?? found.port };
    const http = `server { listen 127.0.0.1:${home.port}; return 204; }`;
    return runNginx(process.env.TEST_NGINX ?? '', { home, http });
  });
  expect((await fetch(nginx.url)).status).toBe(204);
  await nginx.stop();
  other.close();
});

test('nginx takes the file without a complaint', ({ secured }) => {
  expect(secured.checked).toMatch(/syntax is ok[\s\S]*test is successful/);
  expect(secured.checked).not.toMatch(/\[(warn|emerg|error)\]/);
});

test('plain HTTP redirects to TLS, and browsers are told to keep using TLS', async ({ request, secured }) => {
  const plain = await request.get(`${secured.plainUrl}/about?ref=abc`, { maxRedirects: 0 });
  expect([plain.status(), plain.headers().location]).toEqual([308, 'https://127.0.0.1/about?ref=abc']);
  const answer = await request.get('/about');
  expect(answer.headers()).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  });
});

test('scripts are cached for ever, and texts are sent compressed', async ({ request }) => {
  const answer = await request.get(await largestScriptOf('dist'), { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  });
});

/** Calls from another address of this machine, with headers that claim yet another one. */
function askFrom(localAddress: string, url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = askByTls(url, { localAddress, rejectUnauthorized: false, headers }, (answer) => {
      text(answer).then(resolve, reject);
    });
    asked.once('error', reject).end();
  });
}

test('the server gets the visitor’s address from nginx and ignores what the visitor claims', async ({ secured }) => {
  const url = secured.siteUrl + getClientInfo.path;
  const forgedHeaders = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'made-up' };
  expect(JSON.parse(await askFrom('127.0.0.2', url, forgedHeaders))).toMatchObject({ data: { ip: '127.0.0.2' } });
  expect(secured.product.log.join('\n')).not.toContain('made-up');
  const answer = await askFrom('127.0.0.2', `${secured.siteUrl}/metrics`, {});
  expect(JSON.parse(answer)).toMatchObject({ error: { code: 'FORBIDDEN' } });
});

/** The status, the content type and, if the server sent one, the problem code of a refused body. */
async function refusalOf(answer: APIResponse) {
  const type = answer.headers()['content-type'] ?? '';
  const body = type.startsWith('application/json') ? ((await answer.json()) as { error: { code: string } }) : null;
  return [answer.status(), type.replace(/;.*/, ''), body?.error.code];
}

test('an unwanted body is refused with a message, however often it is sent', async ({ request }) => {
  const answer = await request.post(login.path, { data: { email: 'new@example.com', password: 'demo1234' } });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const files = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2 * longestDocumentBytes) };
  for (let time = 0; time < 20; time += 1) {
    const entering = await request.post(login.path, { data: { email: 'x'.repeat(100_000) } });
    expect(await refusalOf(entering)).toEqual([413, 'application/json', 'BODY_TOO_LARGE']);
    const sending = await request.post(upload.path, { headers, multipart: { type: 'passport', files } });
    expect(await refusalOf(sending)).toEqual([413, 'application/json', 'FILE_TOO_LARGE']);
  }
});

test('a body longer than two documents does not reach the server', async ({ request }) => {
  const answer = await request.post(login.path, { data: { email: 'x'.repeat(6_000_000) } });
  expect(await refusalOf(answer)).toEqual([413, 'text/html', undefined]);
});

test('a customer logs in, sees prices move, opens a position and leaves', async ({ page, secured }) => {
  const faults = listenToFaults(page);
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await expect(page).toHaveURL(`${secured.siteUrl}/platform/BTCUSD`);
  await expectTerminalReady(page);
  const { ticket, rows } = terminal(page);
  const count = await rows.count();
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(count + 1);
  expect(faults).toEqual([]);
});

test('errors behind it are logged without addresses that grant access', async ({ request, secured }) => {
  await secured.product.stop();
  expect((await request.get('/autoLogin/Xq7Xq7Xq7')).status()).toBe(502);
  expect(await secured.errorLog()).not.toContain('Xq7');
});
