import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../page-test.ts';

interface Crowd {
  /** How many positions the demo customer has: `test.use({ crowd: { open: 50, closed: 0 } })`. */
  crowd: { open: number; closed: number };
}

/** The product with a busy market and a demo customer of many positions; the tests of one file share it. */
export const test = base.extend<{ baseURL: string }, Crowd & { crowdedUrl: string }>({
  crowd: [
    { open: 12, closed: 0 },
    { scope: 'worker', option: true },
  ],
  crowdedUrl: [
    async ({ crowd }, use) => {
      const data = await makeDataFolder();
      const product = await startProduct({
        dataDir: data.path,
        program: 'tests/support/programs/crowded-server.ts',
        env: { OPEN: String(crowd.open), CLOSED: String(crowd.closed) },
      });
      await use(product.url);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ crowdedUrl }, use) => use(crowdedUrl),
});

export { expect } from '@playwright/test';
