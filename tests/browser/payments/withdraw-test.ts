import type { Locator, Page } from '@playwright/test';
import { findFreePort } from '../../support/product/free-port.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

/** Does what an operator types behind `npm run operator -- transactions`; throws where it was refused. */
type Operate = (...args: string[]) => Promise<void>;

/** A product with an operator who works while it runs. */
export const test = base.extend<object, { deskPort: number; operate: Operate }>({
  deskPort: [async ({}, use) => use(await findFreePort()), { scope: 'worker' }],
  product: [
    async ({ deskPort }, use) => {
      const data = await makeDataFolder();
      const product = await startProduct({
        dataDir: data.path,
        program: 'tests/support/product/operated-server.ts',
        env: { OPERATOR_PORT: String(deskPort) },
      });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  operate: [
    async ({ deskPort }, use) => {
      await use(async (...args) => {
        const body = JSON.stringify(args);
        const answer = await fetch(`http://127.0.0.1:${deskPort}`, { method: 'POST', body });
        const { ok, text } = (await answer.json()) as { ok: boolean; text: string };
        if (!ok) throw new Error(`${args.join(' ')}: ${text}`);
      });
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

/** The parts of the page of withdrawals. */
export function withdrawScreen(page: Page) {
  const main = page.getByRole('main');
  return {
    main,
    amount: main.getByLabel('Amount', { exact: true }),
    comments: main.getByLabel('Comments', { exact: true }),
    code: main.getByLabel('Code', { exact: true }),
    all: main.getByRole('button', { name: 'Withdraw all' }),
    submit: main.getByRole('button', { name: 'Request the withdrawal' }),
    refusal: main.getByRole('alert'),
    withdrawable: main.locator('[data-figure="withdrawable"]'),
    figure: (name: string) => main.locator(`[data-figure="${name}"]`),
    done: main.locator('[data-requested]'),
    open: main.getByRole('region', { name: 'On its way' }),
  };
}

/** The stops of a way, as `Requested done`. */
export async function stopsOf(part: Locator): Promise<string[]> {
  const stops = part.getByRole('list', { name: 'The way of this transaction' }).getByRole('listitem');
  return stops.evaluateAll((items) =>
    items.map(
      (item) => `${item.querySelector('span')?.textContent ?? ''} ${(item as HTMLElement).dataset.state ?? ''}`,
    ),
  );
}

/** Asks for a withdrawal by the page, and answers its id. */
export async function withdraw(page: Page, amount: string): Promise<string> {
  await page.goto('/payment/withdraw');
  const { amount: field, comments, submit, done } = withdrawScreen(page);
  const answer = page.waitForResponse('**/api/transactions/create');
  await field.fill(amount);
  await comments.fill('To my account at the Donaubank');
  await submit.click();
  const { data } = (await (await answer).json()) as { data: { transaction_id: string } };
  await done.waitFor();
  return data.transaction_id;
}
