import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { onFreePorts, runNginx } from '../../bench/peers/nginx.ts';
import { makeProgramHome } from '../../bench/peers/program-home.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';

/** The site and its server behind one nginx, as the build configures it. */
export interface Proxied {
  siteUrl: string;
  product: Product;
  /** The content of nginx's access log and error log. */
  noted: () => Promise<string>;
}

/** Starts both. `stop` ends them and removes their files. */
async function startProxied(): Promise<Proxied & { stop: () => Promise<void> }> {
  const home = await makeProgramHome('proxying');
  const data = await makeDataFolder();
  const siteUrl = `http://127.0.0.1:${home.port}`;
  const product = await startProduct({ dataDir: data.path, env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
  const stopProduct = () => product.stop().then(data.remove);
  const logs = ['access.log', 'error.log'].map((name) => join(home.folder, name));
  const written = await readFile(join('dist', 'nginx', 'brokerkit.conf'), 'utf8');
  const http = written
    .replace(/listen .*/, `listen 127.0.0.1:${home.port}; access_log ${logs[0]}; error_log ${logs[1]};`)
    .replace(/root .*/, `root ${resolve('dist', 'client')};`)
    .replaceAll('http://127.0.0.1:4321', product.url);
  try {
    const nginx = await runNginx(process.env.TEST_NGINX ?? '', { home, http });
    const noted = async () => (await Promise.all(logs.map((log) => readFile(log, 'utf8')))).join('\n');
    return { siteUrl, product, noted, stop: () => nginx.stop().then(stopProduct) };
  } catch (fault) {
    await stopProduct();
    await home.remove();
    throw fault;
  }
}

export const test = base.extend<{ baseURL: string }, { proxied: Proxied }>({
  proxied: [
    async ({}, use) => {
      const { stop, ...proxied } = await onFreePorts(startProxied);
      await use(proxied);
      await stop();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  baseURL: ({ proxied }, use) => use(proxied.siteUrl),
});

export { expect } from '@playwright/test';
