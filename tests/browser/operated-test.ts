import { operateBeside } from '../support/product/operate-beside.ts';
import type { StartOptions } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { test as base } from './product-test.ts';

/**
 * Runs what an operator types after `npm run operator --`; returns the printed text, and throws if the command is
 * refused.
 */
export type Operate = (...args: string[]) => Promise<string>;

/** A separate product for these tests, with an operator who works while it runs. */
export function operatedTest(how: Omit<StartOptions, 'dataDir'> = {}) {
  return base.extend<object, { dataDir: string; operate: Operate }>({
    dataDir: [
      async ({}, use) => {
        const data = await makeDataFolder();
        await use(data.path);
        await data.remove();
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ dataDir }, use) => {
        const product = await startProduct({ ...how, dataDir });
        await use(product);
        await product.stop();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    operate: [async ({ dataDir }, use) => use((...args) => operateBeside(dataDir, ...args)), { scope: 'worker' }],
  });
}

export { expect } from './product-test.ts';
