import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from '@playwright/test';
import { findProgram } from '../../bench/peers/find-program.ts';
import { onFreePorts, runNginx } from '../../bench/peers/nginx.ts';
import { makeProgramHome } from '../../bench/peers/program-home.ts';
import { findFreePort } from '../../support/product/free-port.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';

const run = promisify(execFile);

/** The product behind an nginx that speaks TLS, configured by the file in docs/operating.md. */
export interface Secured {
  siteUrl: string;
  /** The address without TLS. */
  plainUrl: string;
  product: Product;
  /** The output of `nginx -t` for this configuration. */
  checked: string;
  errorLog: () => Promise<string>;
}

/** A self-signed certificate, valid for a day. */
async function makeCertificate(folder: string): Promise<void> {
  const openssl = findProgram('openssl');
  if (!openssl) throw new Error('openssl is not installed');
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=127.0.0.1'];
  await run(openssl, ['req', '-x509', ...kind, '-days', '1', ...files]);
}

/** The changes that a broker makes in the file. A change whose text is not found means that the file is wrong. */
async function adapt(changes: readonly (readonly [string, string])[]): Promise<string> {
  let text = await readFile('docs/operating/nginx.conf', 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`There is no "${from}" in the file`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Starts both. `stop` ends them and removes their files. */
async function startSecured(): Promise<Secured & { stop: () => Promise<void> }> {
  const home = await makeProgramHome('tls');
  const [data, plainPort] = [await makeDataFolder(), await findFreePort()];
  const siteUrl = `https://127.0.0.1:${home.port}`;
  await makeCertificate(home.folder);
  const product = await startProduct({ dataDir: data.path, env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
  const stopProduct = () => product.stop().then(data.remove);
  const http = await adapt([
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${home.port} ssl http2;`],
    ['server_name www.example.com;', 'server_name 127.0.0.1;'],
    ['/etc/ssl/brokerkit', home.folder],
    ['/var/log/nginx', home.folder],
    ['http://127.0.0.1:4321', product.url],
  ]);
  const program = process.env.TEST_NGINX ?? '';
  try {
    // Readiness is checked without TLS.
    const nginx = await runNginx(program, { home: { ...home, port: plainPort }, http });
    const { stderr } = await run(program, ['-t', '-c', join(home.folder, 'nginx.conf'), '-p', home.folder]);
    return {
      ...{ siteUrl, product, checked: stderr, plainUrl: nginx.url },
      errorLog: () => readFile(join(home.folder, 'brokerkit.log'), 'utf8'),
      stop: () => nginx.stop().then(stopProduct),
    };
  } catch (fault) {
    await stopProduct();
    await home.remove();
    throw fault;
  }
}

export const test = base.extend<{ baseURL: string }, { secured: Secured }>({
  secured: [
    async ({}, use) => {
      const { stop, ...secured } = await onFreePorts(startSecured);
      await use(secured);
      await stop();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  baseURL: ({ secured }, use) => use(secured.siteUrl),
  ignoreHTTPSErrors: true,
});

export { expect } from '@playwright/test';
