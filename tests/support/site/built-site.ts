import type { TestApp, TestAppOptions } from '../test-app.ts';
import { createTestApp } from '../test-app.ts';
import { createTestRuntime } from '../test-runtime.ts';

/** The site as built from src, served by the server in this process: for tests of pages that need no browser. */

export interface BuiltSite {
  shop: TestApp;
  /** A page or file by its path, as a visitor requests it. */
  read: (path: string) => Promise<{ status: number; headers: Headers; text: string }>;
}

/**
 * Serves the site's own content on the day of the build, so nothing is rendered again. The caller closes its `shop`.
 */
export async function openBuiltSite({ env, ...options }: Omit<TestAppOptions, 'distDir'> = {}): Promise<BuiltSite> {
  const runtime = createTestRuntime({ startMs: Date.now() });
  const shop = await createTestApp({
    runtime,
    ...options,
    distDir: 'dist',
    env: { CONTENT_DIR: 'src/content', ...env },
  });
  return { shop, read: (path) => readFrom(shop, path) };
}

async function readFrom({ url }: Pick<TestApp, 'url'>, path: string) {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
