import type { Page, Response } from '@playwright/test';
import { test as base } from '@playwright/test';
import type { Product } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';

interface ProductOptions {
  /** Two days of candles, unless a file says `test.use({ history: 'full' })` and gets a product with the whole year. */
  history: 'full' | 'short';
}

/** Scripts of content pages come after their first paint: going to a page is over when they are there. */
function waitForStarts(page: Page): void {
  const started = async (answer: Response | null) => {
    if (/^text\/html/.test(answer?.headers()['content-type'] ?? ''))
      await page.locator('html[data-started]').waitFor({ state: 'attached' });
    return answer;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // Who asks for less than the whole page wants to see it before.
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    return options?.waitUntil === 'commit' ? answer : started(answer);
  };
  page.reload = async (options) => started(await reload(options));
}

/** The built product with demo data of its own; the files of one worker share it. */
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForStarts(page);
    await use(page);
  },
});

export { expect } from '@playwright/test';
