import type { FakeCockpit } from '../cockpit/fake-cockpit.ts';
import { fakeToken } from '../cockpit/fake-cockpit-v1.ts';
import { startFilledCockpit } from '../cockpit/filled-cockpit.ts';
import type { Product } from './start-product.ts';
import { makeDataFolder, startProduct } from './start-product.ts';

/** The built product on a CMS that is full, and that a test may edit, break and stop. */
export interface CmsProduct {
  cms: FakeCockpit;
  dataDir: string;
  /** What a build or a server is told, to find this CMS. */
  env: Record<string, string>;
  product: () => Product;
  /** A page or file by its path, as who reads pages asks for it. */
  read: (path: string) => Promise<{ status: number; text: string }>;
  /** What Prometheus would read. */
  metrics: () => Promise<string>;
  /** Tells the product that something changed, as the CMS does; answers the status. */
  callWebhook: () => Promise<number>;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface CmsProductOptions {
  /** The folder whose content the CMS is filled with; the site's own unless another is named. */
  contentDir?: string;
  /** A build of its own; the usual one otherwise. */
  distDir?: string;
  /** What differs from the environment of a product on this CMS. */
  env?: Record<string, string>;
}

const webhookSecret = 'a secret of the webhook';
const metricsToken = 'a token of the metrics';

export async function startCmsProduct(options: CmsProductOptions = {}): Promise<CmsProduct> {
  const { contentDir, distDir, env: more } = options;
  const cms = await startFilledCockpit(contentDir);
  const data = await makeDataFolder();
  const env = {
    CMS_URL: cms.url,
    CMS_TOKEN: fakeToken,
    CONTENT_WEBHOOK_SECRET: webhookSecret,
    METRICS_TOKEN: metricsToken,
    ...more,
  };
  const variant = distDir === undefined ? {} : { program: 'tests/support/programs/variant-server.ts' };
  const start = () =>
    startProduct({
      ...{ dataDir: data.path, env: { ...env, ...(distDir !== undefined && { DIST_DIR: distDir }) } },
      ...variant,
    });
  let product = await start();
  return {
    ...{ cms, env, dataDir: data.path },
    product: () => product,
    async read(path) {
      const answer = await fetch(product.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    },
    async metrics() {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await fetch(`${product.url}/metrics`, { headers })).text();
    },
    async callWebhook() {
      const headers = { 'x-webhook-secret': webhookSecret };
      return (await fetch(`${product.url}/api/content/changed`, { method: 'POST', headers })).status;
    },
    async restart() {
      await product.stop();
      product = await start();
    },
    async stop() {
      await product.stop();
      await cms.close().catch(() => undefined);
      await data.remove();
    },
  };
}
