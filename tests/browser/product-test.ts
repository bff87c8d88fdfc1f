import type { Product } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { test as base } from './page-test.ts';

interface ProductOptions {
  /** Two days of candles by default. `test.use({ history: 'full' })` in a file gets a product with the whole year. */
  history: 'full' | 'short';
}

/** The built product with demo data of its own. The files of one worker share it. */
export const test = base.extend<{ baseURL: string }, ProductOptions & { product: Product }>({
  history: ['short', { scope: 'worker', option: true }],
  product: [
    async ({ history }, use) => {
      const data = await makeDataFolder();
      const product = await startProduct({ dataDir: data.path, history });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
});

export { expect } from '@playwright/test';
