import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runNginx } from '../../bench/peers/nginx.ts';
import { makeProgramHome } from '../../bench/peers/program-home.ts';
import { buildApart } from '../../support/product/build-apart.ts';
import { findFreePort } from '../../support/product/free-port.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../page-test.ts';

/** The site on one host and its server on another. */
export interface Hosted {
  /** Where nginx serves the pages. */
  siteUrl: string;
  /** The address of the server, which has the same pages. */
  apiUrl: string;
  distDir: string;
}

const distDir = 'dist/hosted';

/** The nginx configuration that the build wrote, with the port and the root that a broker would fill in. */
async function adapt(port: number): Promise<string> {
  const written = await readFile(join(distDir, 'nginx', 'brokerkit.conf'), 'utf8');
  return written
    .replace(/listen .*/, `listen 127.0.0.1:${port};`)
    .replace(/root .*/, `root ${resolve(distDir, 'client')};`);
}

/**
 * A build whose pages are served by a real nginx and whose API is our server on another host. Only one file may use it:
 * a second one could run in another worker and build again.
 */
export const test = base.extend<{ baseURL: string }, { hosted: Hosted }>({
  hosted: [
    async ({}, use) => {
      const home = await makeProgramHome('hosting');
      const siteUrl = `http://127.0.0.1:${home.port}`;
      const port = await findFreePort();
      // Another name of the same machine is another site to a browser.
      const apiUrl = `http://localhost:${port}`;
      const built = await buildApart(distDir, { API_URL: apiUrl, SITE_URL: siteUrl, DEMO_DATA: 'on' });
      if (!built.ok) throw new Error(built.said);
      const data = await makeDataFolder();
      const product = await startProduct({
        dataDir: data.path,
        env: { PORT: String(port), SITE_URL: siteUrl, SITE_ORIGINS: siteUrl, DIST_DIR: distDir },
        program: 'tests/support/programs/variant-server.ts',
      });
      const program = process.env.TEST_NGINX ?? '';
      const nginx = await runNginx(program, { home, http: await adapt(home.port) });
      await use({ siteUrl, apiUrl, distDir });
      await nginx.stop();
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  baseURL: ({ hosted }, use) => use(hosted.siteUrl),
});

export { expect } from '@playwright/test';
