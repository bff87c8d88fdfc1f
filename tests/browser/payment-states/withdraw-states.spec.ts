import type { Page } from '@playwright/test';
import { logIn } from '../customer.ts';
import { expect, test, withdraw, withdrawScreen } from '../payments/withdraw-test.ts';
import { expectNobodyHindered, serveOptions } from './state-parts.ts';

/** What the page of withdrawals shows besides its form as it is at first. */

const demo = 'demo@example.com';

/** Fills in the form and sends it; the answer is what the server says of it here. */
async function send(page: Page, error: { code: string; message: string } | null): Promise<void> {
  await page.route('**/api/transactions/create', (route) =>
    error ? route.fulfill({ status: 401, json: { status: 'error', error } }) : route.abort(),
  );
  await page.goto('/payment/withdraw');
  const { amount, comments, submit } = withdrawScreen(page);
  await amount.fill('5');
  await comments.fill('To my account');
  await submit.click();
}

const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async nothing(page) {
    await serveOptions(page, () => ({ withdrawable: 0, reserved: 0, invested: 0 }));
    await page.goto('/payment/withdraw');
    await expect(withdrawScreen(page).main.getByRole('link', { name: 'Make a deposit' })).toBeVisible();
  },
  async 'all of it on its way'(page) {
    await serveOptions(page, () => ({ withdrawable: 0, reserved: 500, invested: 0 }));
    await page.goto('/payment/withdraw');
    const { main } = withdrawScreen(page);
    await expect(main).toContainText('All that you could have paid out is on its way to you already.');
    await expect(main.getByRole('link', { name: 'Make a deposit' })).toHaveCount(0);
  },
  async 'all of it in positions'(page) {
    await serveOptions(page, () => ({ withdrawable: 0, reserved: 0, invested: 500 }));
    await page.goto('/payment/withdraw');
    const { main } = withdrawScreen(page);
    await expect(main).toContainText('Your money is in open positions.');
    await expect(main.getByRole('link', { name: 'Make a deposit' })).toHaveCount(0);
  },
  async 'an amount that could be two'(page) {
    await serveOptions(page, () => ({ withdrawable: 500, reserved: 0, invested: 0 }));
    await page.goto('/payment/withdraw');
    const { amount, submit } = withdrawScreen(page);
    await amount.fill('1.250');
    await submit.click();
    await expect(amount).toHaveAccessibleDescription(/^This could be 1250 or 1\.25\./);
  },
  async 'a code is asked for'(page) {
    await send(page, { code: 'SECOND_FACTOR_REQUIRED', message: 'Please enter the code of your authenticator app.' });
    await expect(withdrawScreen(page).code).toBeVisible();
  },
  async 'the answer was lost'(page) {
    await send(page, null);
    await expect(withdrawScreen(page).refusal).toContainText('The server did not answer.');
  },
  async 'failed to load'(page) {
    await page.route('**/api/payments/get', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto('/payment/withdraw');
    await expect(withdrawScreen(page).refusal).toContainText('Nothing has happened to your money.');
  },
  async requested(page) {
    await withdraw(page, '7');
    await expect(withdrawScreen(page).done.getByRole('listitem').first()).toBeVisible();
  },
  async 'to be cancelled'(page) {
    await withdraw(page, '8');
    await withdrawScreen(page).done.getByRole('button', { name: 'Cancel this withdrawal' }).click();
    await expect(page.getByRole('dialog', { name: 'Cancel the withdrawal?' })).toBeVisible();
  },
};

for (const [name, bring] of Object.entries(states))
  test(`the page of withdrawals hinders nobody: ${name}`, async ({ page }) => {
    await logIn(page, demo);
    await bring(page);
    await expectNobodyHindered(page);
  });

for (const [stage, title] of [
  ['sent', 'Your withdrawal was sent'],
  ['returned', 'Your withdrawal came back'],
  ['declined', 'Your withdrawal was declined'],
  ['cancelled', 'Your withdrawal was cancelled'],
] as const)
  test(`of one that was ${stage} it says so`, async ({ page }) => {
    await page.route('**/api/transactions/show', async (route) => {
      const response = await route.fetch();
      const { data, ...answer } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...data, stage } } });
    });
    await logIn(page, demo);
    await withdraw(page, '9');
    await expect(withdrawScreen(page).done.getByRole('heading', { name: title })).toBeVisible();
    // It may be asked for once more while the page goes.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
