import { findFreePort } from '../support/product/free-port.ts';
import type { Product } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { test as base } from './page-test.ts';

/** A server that the test can stop and start again on the same data and at the same address, as an update does. */
export interface RestartableProduct {
  url: string;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Each test has a server of its own; `serverEnv` configures it. */
export const test = base.extend<{
  serverEnv: Record<string, string>;
  server: RestartableProduct;
  baseURL: string;
}>({
  serverEnv: [{}, { option: true }],
  server: [
    async ({ serverEnv }, use) => {
      const data = await makeDataFolder();
      const env = { ...serverEnv, PORT: String(await findFreePort()) };
      let product: Product = await startProduct({ dataDir: data.path, env });
      await use({
        url: product.url,
        stop: () => product.stop(),
        async start() {
          product = await startProduct({ dataDir: data.path, env });
        },
      });
      await product.stop();
      await data.remove();
    },
    // In a fixture of its own, so that the start of the server does not count towards the test's timeout.
    { timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

export { expect } from '@playwright/test';
