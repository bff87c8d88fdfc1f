import type { Locator, Page } from '@playwright/test';
import { findFreePort } from '../../support/product/free-port.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

/** A product that knows its own address: what it plays of a provider is to be found there, and providers lead back there. */
export async function startPayingProduct(
  env: Record<string, string>,
  use: (product: Product) => Promise<void>,
): Promise<void> {
  const data = await makeDataFolder();
  const port = await findFreePort();
  const site = { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` };
  const product = await startProduct({ dataDir: data.path, env: { ...site, ...env } });
  await use(product);
  await product.stop();
  await data.remove();
}

/** The product with the simulated provider, as it is where nothing else is set up. */
export const test = base.extend<object>({
  product: [({}, use) => startPayingProduct({}, use), { scope: 'worker', timeout: 120_000 }],
});

export { expect } from '@playwright/test';

/** The parts of the deposit. */
export function depositScreen(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  return {
    dialog,
    amount: dialog.getByLabel('Amount', { exact: true }),
    methods: dialog.getByRole('radio'),
    method: (name: string): Locator => dialog.getByRole('radio', { name }),
    pay: dialog.getByRole('button', { name: 'Continue to payment' }),
    refusal: dialog.getByRole('alert'),
  };
}

/** What became of a deposit. */
export function returnScreen(page: Page) {
  const main = page.getByRole('main');
  return {
    outcome: main.getByRole('heading', { level: 1 }),
    said: main.getByRole('status'),
    callOff: main.getByRole('button', { name: 'I did not pay: cancel it' }),
  };
}

/** The pages of the deposit and of what became of it, by their addresses. */
export const returnAddress = /\/payment\/return\?transaction=[\w-]+$/;

/** Begins a deposit of the demo's simulated payment and comes to the provider's page. */
export async function goToSandbox(page: Page, amount = '300'): Promise<void> {
  await page.goto('/payment/deposit');
  const { amount: field, pay } = depositScreen(page);
  await field.fill(amount);
  await pay.click();
  await page.waitForURL('**/sandbox/pay/*');
}
