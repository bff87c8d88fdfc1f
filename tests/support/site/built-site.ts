import type { TestApp, TestAppOptions } from '../test-app.ts';
import { createTestApp } from '../test-app.ts';
import { createTestRuntime } from '../test-runtime.ts';

/**
 * The site that was built from src, in front of the server in this process: for what is true of pages without a
 * browser.
 */

export interface BuiltSite {
  shop: TestApp;
  /** A page or file by its path, as who reads pages asks for it. */
  read: (path: string) => Promise<{ status: number; headers: Headers; text: string }>;
}

/** With its own content, on the day of the build: nothing is rendered anew then. Whoever opens it closes its `shop`. */
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
