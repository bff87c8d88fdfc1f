import type { FakeCockpit } from '../cockpit/fake-cockpit.ts';
import { fakeToken } from '../cockpit/fake-cockpit-v1.ts';
import { startFilledCockpit } from '../cockpit/filled-cockpit.ts';
import type { Product } from './start-product.ts';
import { makeDataFolder, startProduct } from './start-product.ts';

/** The built product on a filled CMS, which a test may edit, break and stop. */
export interface CmsProduct {
  cms: FakeCockpit;
  dataDir: string;
  /** The environment variables by which a build or a server finds this CMS. */
  env: Record<string, string>;
  product: () => Product;
  /** A page or file by its path, as a visitor requests it. */
  read: (path: string) => Promise<{ status: number; text: string }>;
  /** What Prometheus would read. */
  metrics: () => Promise<string>;
  /** Calls the product's webhook, as the CMS does after an edit; returns the status. */
  callWebhook: () => Promise<number>;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface CmsProductOptions {
  /** The folder of content that fills the CMS; the site's own by default. */
  contentDir?: string;
  /** A separate build; the usual one by default. */
  distDir?: string;
  /** The program to run; the product's own by default. */
  program?: string;
  /** Overrides the environment of a product on this CMS. */
  env?: Record<string, string>;
}

const webhookSecret = 'a secret of the webhook';
const metricsToken = 'a token of the metrics';

export async function startCmsProduct(options: CmsProductOptions = {}): Promise<CmsProduct> {
  const { contentDir, distDir, program, env: more } = options;
  const cms = await startFilledCockpit(contentDir);
  const data = await makeDataFolder();
  const env = {
    CMS_URL: cms.url,
    CMS_TOKEN: fakeToken,
    CONTENT_WEBHOOK_SECRET: webhookSecret,
    METRICS_TOKEN: metricsToken,
    ...more,
  };
  const variant =
    distDir === undefined ? program && { program } : { program: 'tests/support/programs/variant-server.ts' };
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
