import type { TillProvider } from '../../support/payments/till-provider.ts';
import { startTillProvider } from '../../support/payments/till-provider.ts';
import { expect, startPayingProduct, test as base } from './paying-test.ts';

/** A product with a provider that is paid at in every way there is. */
export const test = base.extend<object, { till: TillProvider }>({
  till: [
    async ({}, use) => {
      const till = await startTillProvider();
      await use(till);
      await till.close();
    },
    { scope: 'worker' },
  ],
  product: [
    ({ till }, use) =>
      startPayingProduct(till.env, async (product) => {
        till.reportTo = product.url;
        await use(product);
      }),
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
