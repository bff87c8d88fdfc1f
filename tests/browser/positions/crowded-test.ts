import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../page-test.ts';

interface Crowd {
  /**
   * How many positions the demo customer has, and the period in which prices return to where they were: `test.use({
   * crowd: { open: 50, closed: 0 } })`.
   */
  crowd: { open: number; closed: number; swingMs?: number };
}

/**
 * More positions than the page renders at once, and more than one page of history. Prices need half a swing, two
 * seconds, to reach their other end, so a test that waits for the market waits that long.
 */
export const everydayCrowd = { open: 120, closed: 120, swingMs: 4_000 };

/** Few enough that every step is quick, for tests in which the number does not matter. */
export const fewPositions = { ...everydayCrowd, open: 12, closed: 0 };

/** The product with a busy market and a demo customer with many positions. The tests of one file share it. */
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
        env: {
          ...{ OPEN: String(crowd.open), CLOSED: String(crowd.closed) },
          ...(crowd.swingMs !== undefined && { SWING_MS: String(crowd.swingMs) }),
        },
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
