import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compressSite } from '../../src/server/site/content-encoding.ts';

export const longText = 'All that is gold does not glitter. '.repeat(100);
export const contentPolicy = "default-src 'self'";

/** The title of a page whose rendering fails. */
export const failingTitle = 'A page that fails';
/** The title of a page whose rendering never ends. It emits this title on `process` when it begins. */
export const endlessTitle = 'A page that never ends';

/**
 * Replaces the site's renderer: it renders the content that the server passes to it, knows one route of its own, and
 * fails on some others.
 */
const renderer = `
export async function handler(request, response, next, { site }) {
  // As in Astro, an answer to HEAD has no body.
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  const isEmpty = request.method === 'HEAD';
  Object.assign(response, { write: (text) => isEmpty || write(text), end: (text) => end(isEmpty ? undefined : text) });
  const path = request.url.split('?')[0];
  const [, language, slug] = /^\\/(?:(de|it|es)(?=\\/|$))?\\/?(.*)$/.exec(path);
  const page = site.draft ?? site.page(slug || 'home', language ?? 'en');
  if (page) {
    const text = { ...page.texts.en, ...page.texts[language] };
    if (text.title === '${failingTitle}') throw new Error('rendering failed');
    if (text.title === '${endlessTitle}') {
      process.emit('${endlessTitle}');
      await new Promise(() => {});
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(JSON.stringify({ ...text, refused: site.refusedForm }).replaceAll('\\\\', ''));
    return;
  }
  if (path === '/content-status') { response.writeHead(200, { 'content-type': 'text/html' }); response.end(JSON.stringify(site.contentStatus)); return; }
  if (slug === '_unknown') { response.writeHead(404, { 'content-type': 'text/html' }); response.end('<h1>nothing here</h1>'); return; }
  if (slug === '_fault') { response.writeHead(404, { 'content-type': 'text/html' }); response.end('<h1>' + (language ?? 'en') + ': it failed</h1>'); return; }
  if (slug === 'platform/PLAIN') { response.statusCode = 500; response.end('Internal Server Error'); return; }
  if (path === '/platform/BROKEN') throw new Error('rendering failed');
  if (path === '/platform') { response.writeHead(302, { location: '/platform/BTCUSD' }); response.end(); return; }
  if (!path.startsWith('/platform/')) return next();
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<h1>' + path + '</h1>');
  response.write(${JSON.stringify(longText)});
  response.end();
}`;

const files: Record<string, string> = {
  'client/index.html': '<h1>home</h1>',
  'client/404.html': '<h1>not found</h1>',
  'client/_unknown.html': '<h1>nothing here</h1>',
  'client/de/_unknown.html': '<h1>nichts hier</h1>',
  'client/_fault.html': '<h1>en: it failed</h1>',
  'client/de/_fault.html': '<h1>de: it failed</h1>',
  'client/login/index.html': `<h1>login</h1>${longText}`,
  'client/ein wort/index.html': '<h1>umlaut</h1>',
  'client/_astro/app.DkeZc1.js': `/* ${longText} */`,
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'client/photo.png': longText,
  '_headers.json': JSON.stringify([
    { pathname: '/login', headers: [{ key: 'Content-Security-Policy', value: contentPolicy }] },
    ...['/404', '/_unknown', '/de/_unknown', '/_fault', '/de/_fault'].map((pathname) => ({
      pathname,
      status: 404,
      headers: [],
    })),
  ]),
  'notes.json': JSON.stringify({ appPaths: [], filePaths: [], patterns: ['^/platform(/[^/]+)?$'] }),
  'server/entry.mjs': renderer,
};

/** A small built site in a temporary folder, so that tests of how pages are served do not depend on the real pages. */
export async function makeFakeSite(): Promise<{ distDir: string; remove: () => Promise<void> }> {
  const distDir = await mkdtemp(join(tmpdir(), 'fake-site-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(distDir, name)), { recursive: true });
    await writeFile(join(distDir, name), content);
  }
  await compressSite(join(distDir, 'client'));
  return { distDir, remove: () => rm(distDir, { recursive: true }) };
}
