import type { Page } from '@playwright/test';
import { logIn } from '../customer.ts';
import { depositScreen, expect, goToSandbox, returnAddress, returnScreen, test } from '../payments/paying-test.ts';

const choose = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

/** Decides about a deposit in another tab, as the provider does by itself, and answers where what became of it is told. */
async function decideElsewhere(page: Page, name: string, outcome: string): Promise<string> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await choose(other, name);
  await other.waitForURL(returnAddress);
  await expect(returnScreen(other).outcome).toHaveText(outcome);
  const told = other.url();
  await other.close();
  return told;
}

test('who goes back and tries again what was paid is told that it was, and begins no second deposit', async ({
  page,
}) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page, '253');
  const told = await decideElsewhere(page, 'Approve', '€253.00 credited');
  await page.goBack();
  const { amount, pay } = depositScreen(page);
  await expect(amount).toHaveValue('253');
  await pay.click();
  await page.waitForURL(told);
  await expect(returnScreen(page).outcome).toHaveText('€253.00 credited');
});

test('what was declined is tried again by another deposit', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page, '254');
  const first = page.url();
  await decideElsewhere(page, 'Decline', 'Deposit declined');
  await page.goBack();
  const { amount, pay } = depositScreen(page);
  await expect(amount).toHaveValue('254');
  await pay.click();
  await page.waitForURL('**/sandbox/pay/*');
  expect(page.url()).not.toBe(first);
});
