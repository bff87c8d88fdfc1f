import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLocale, locales } from '../../../src/brand.ts';
import { signPreview } from '../../../src/server/secrets/editor-link.ts';
import type { RawAnswer } from '../../support/raw/raw-request.ts';
import { rawRequest, requestText } from '../../support/raw/raw-request.ts';
import type { BuiltSite } from '../../support/site/built-site.ts';
import { openBuiltSite } from '../../support/site/built-site.ts';

/** The built site behind a proxy that speaks https. */

const previewSecret = 'a secret of the previews';

let site: BuiltSite;
beforeAll(async () => {
  site = await openBuiltSite({ env: { TRUST_PROXY: 'on', CONTENT_PREVIEW_SECRET: previewSecret } });
});
afterAll(() => site.shop.close());

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/) as unknown as string,
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/) as unknown as string,
};

const html = { accept: 'text/html' };
const plainForm = { ...html, 'content-type': 'application/x-www-form-urlencoded' };
const message =
  'first_name=Ada&last_name=Lovelace&email=ada%40example.com&phone=12345&message=Hello&page=%2Fcontact-us';

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function ask(path: string, { method = 'GET', headers, body }: Asked = {}): Promise<RawAnswer> {
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
  return rawRequest(site.shop.url, requestText(method, path, { ...proxied, ...headers }, body));
}

const inEvery = (paths: readonly string[]) =>
  locales.flatMap((locale) =>
    paths.map((path) => (locale === defaultLocale ? path : `/${locale}${path}`.replace(/(.)\/$/, '$1'))),
  );

const pages = inEvery([
  ...['/', '/about', '/contact-us', '/account-levels', '/economic-calendar', '/terms-conditions', '/privacy-policy'],
  '/trading-basics',
  ...['/cookies-policy', '/aml-policy', '/kyc-policy', '/login', '/affiliate', '/platform/BTCUSD'],
]);
const lostPages = [...inEvery(['/there-is-no-such-page', '/_fault', '/platform/NOPE']), '/404', '/platform/%E0%A4'];

function directives(policy: string | undefined): Map<string, string[]> {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The inline scripts or styles of a page; JSON in script elements does not run, so it is left out. */
function inlineParts(page: string, tag: 'script' | 'style'): string[] {
  const all = [...page.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'))];
  return all
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
    .map(([, , text = '']) => text);
}

function expectSafePage({ headers, body }: RawAnswer, path: string): void {
  expect(headers['content-type'], path).toContain('text/html');
  const policy = directives(headers['content-security-policy']);
  expect(Object.fromEntries(policy), path).toMatchObject({
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'frame-ancestors': ["'none'"],
    'form-action': expect.arrayContaining(["'self'"]) as unknown,
  });
  const scripts = policy.get('script-src') ?? [];
  expect(
    scripts.filter((source) => !/^'(self|sha256-[\w+/=]+)'$/.test(source)),
    path,
  ).toEqual([]);
  for (const [tag, sources] of [
    ['script', scripts],
    ['style', policy.get('style-src') ?? []],
  ] as const) {
    const parts = inlineParts(body, tag);
    expect(parts.length, `${path} ${tag}`).toBeGreaterThan(0);
    for (const part of parts) expect(sources, `${path} ${tag} ${part.slice(0, 80)}`).toContain(hashOf(part));
  }
  const tags = body.replace(/<(script|style)\b.*?<\/\1>/gs, '').match(/<[a-z][^>]*>/gi) ?? [];
  const handlers = tags
    .map((one) => one.replace(/"[^"]*"/g, '""'))
    .filter((one) => /\son[a-z]+=|javascript:/i.test(one));
  expect(handlers, path).toEqual([]);
}

test('every page, in every language, allows exactly its own scripts and styles', async () => {
  for (const path of pages) {
    const answer = await ask(path, { headers: html });
    expect(answer, path).toMatchObject({ status: 200, headers: everywhere });
    expectSafePage(answer, path);
  }
});

test('a not-found page, a draft and a refused form have the same protection', async () => {
  for (const path of lostPages) {
    const answer = await ask(path, { headers: html });
    expect(answer, path).toMatchObject({ status: 404, headers: everywhere });
    expectSafePage(answer, path);
  }
  const until = Math.floor(Date.now() / 1000) + 600;
  const link = signPreview({ slug: 'about', locale: 'en', until }, previewSecret);
  const refused = { method: 'POST', headers: plainForm, body: message.replace('%40', '') };
  for (const [answer, status] of [
    [await ask(link, { headers: html }), 200],
    [await ask('/api/contact', refused), 400],
  ] as const) {
    expect(answer).toMatchObject({ status, headers: { ...everywhere, 'cache-control': 'no-store' } });
    expectSafePage(answer, String(status));
  }
});

test('so have files, redirects, calls and refusals', async () => {
  const { body: home } = await ask('/');
  const script = /"(\/_astro\/[^"]+\.js)"/.exec(home)?.[1] ?? 'no script';
  const json = { 'content-type': 'application/json' };
  const own = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
  const answers: [status: number, path: string, asked: Asked, also?: Record<string, string>][] = [
    ...[script, '/favicon.svg', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest'].map(
      (path): [number, string, Asked] => [200, path, {}],
    ),
    [308, '/about/', {}],
    [302, '/platform', {}],
    [308, '/platform/btcusd', {}],
    [303, '/api/contact', { method: 'POST', headers: plainForm, body: message }],
    ...['/api/openapi.json', '/api/get/feed', '/healthz', '/readyz', '/api/singletons/get/Settings'].map(
      (path): [number, string, Asked, Record<string, string>] => [200, path, {}, own],
    ),
    [200, '/api/collections/get/pages', { method: 'POST', headers: json, body: '{"limit":1}' }, own],
    [404, '/api/forms/submit/nothing', { method: 'POST', headers: json, body: '{}' }, own],
    [404, '/api/nope', {}, own],
    [200, '/socket.io/?EIO=4&transport=polling', {}, own],
    [400, '/socket.io/?EIO=4&transport=polling&sid=nobody', {}, own],
    [404, '/nope', { headers: { accept: 'application/json' } }, own],
    [400, '/api/%E0%A4', {}, own],
    [400, '/api/accounts/login', { method: 'POST', headers: json, body: '{' }, own],
    [401, '/api/accounts/get', { method: 'POST', headers: json, body: '{}' }, own],
    [403, '/api/content/changed', { method: 'POST' }, own],
    [403, '/metrics', {}, own],
    [405, '/about', { method: 'POST' }, own],
    [415, '/api/accounts/login', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }, own],
  ];
  for (const [status, path, asked, also] of answers) {
    const answer = await ask(path, asked);
    expect(answer, path).toMatchObject({ status, headers: { ...everywhere, ...also } });
  }
  const { headers } = await ask('/about');
  const unchanged = await ask('/about', { headers: { 'if-none-match': headers['etag'] ?? '' } });
  expect(unchanged).toMatchObject({ status: 304, headers: everywhere });
});

test('https is required only where it is used', async () => {
  for (const path of ['/', '/about/', '/platform', '/platform/NOPE', '/favicon.svg', '/api/get/feed', '/nope'])
    expect((await ask(path, { headers: { 'x-forwarded-proto': 'http' } })).headers, path).not.toHaveProperty(
      'strict-transport-security',
    );
});

test('neither a forged header nor a parameter puts another host into a page or a redirect', async () => {
  const disguises = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  const paths = ['/', '/about/', '/platform', '/platform/btcusd', '/platform/NOPE', '/nope', '/login?next=//evil.test'];
  for (const path of [
    ...paths,
    '/?lang=//evil.test',
    '/platform?ref=//evil.test',
    '//evil.test/',
    '/platform//evil.test',
  ]) {
    const { status, headers, body } = await ask(path, { headers: { ...html, ...disguises } });
    expect(status, path).toBeLessThan(500);
    expect(`${headers['location'] ?? ''} ${body}`, path).not.toContain('evil.example');
    expect(headers['location'] ?? '/', path).toMatch(/^\/(?!\/)/);
  }
});
