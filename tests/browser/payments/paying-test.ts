import type { Locator, Page } from '@playwright/test';
import type { StripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { startStripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import type { TillProvider } from '../../support/payments/till-provider.ts';
import { startTillProvider } from '../../support/payments/till-provider.ts';
import { findFreePort } from '../../support/product/free-port.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoHorizontalScroll } from '../account-lists/list-parts.ts';

/**
 * A product with every way to pay: a Stripe account, a provider of the broker's file, a bank and the simulated
 * provider. Its port is chosen before the start, because `SITE_URL`, to which providers send customers back, contains
 * it.
 */
export const test = base.extend<object, { till: TillProvider; stripe: StripeStandIn }>({
  till: [
    async ({}, use) => {
      const till = await startTillProvider();
      await use(till);
      await till.close();
    },
    { scope: 'worker' },
  ],
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeStandIn();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ till, stripe }, use) => {
      const data = await makeDataFolder();
      const port = await findFreePort();
      const site = { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, PAYMENTS_SANDBOX: 'on' };
      const product = await startProduct({ dataDir: data.path, env: { ...site, ...till.env, ...stripe.env } });
      till.reportTo = product.url;
      stripe.reportTo = `${product.url}/api/transaction/update/stripe`;
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect } from '@playwright/test';

/** The parts of the deposit page. */
export function depositScreen(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Deposit', exact: true });
  return {
    dialog,
    amount: dialog.getByLabel('Amount', { exact: true }),
    methods: dialog.getByRole('radio'),
    method: (name: string | RegExp): Locator => dialog.getByRole('radio', { name }),
    pay: dialog.getByRole('button', { name: 'Continue to payment' }),
    notes: dialog.getByRole('region', { name: 'Unfinished payments' }),
  };
}

/** The parts of the page that shows a deposit's result. */
export function returnScreen(page: Page) {
  const main = page.getByRole('main');
  return {
    outcome: main.getByRole('heading', { level: 1 }),
    said: main.getByRole('status'),
    goOn: main.getByRole('button', { name: 'Continue to payment' }),
    cancel: main.getByRole('button', { name: "I didn't pay. Cancel it" }),
  };
}

/** The address of the page that shows a deposit's result. */
export const returnAddress = /\/payment\/return\?transaction=[\w-]+$/;

/** Fills in the form of a deposit. */
export async function fillIn(page: Page, method: string | RegExp, amount: string) {
  await page.goto('/payment/deposit');
  const screen = depositScreen(page);
  await screen.method(method).check();
  await screen.amount.fill(amount);
  return screen;
}

/** Expects no axe faults on the current page: in both themes, on a wide and on a narrow screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
    await expectNoFaultsInBothThemes(page);
  }
}
