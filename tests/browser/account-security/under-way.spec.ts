import type { Page } from '@playwright/test';
import { openPush } from '../account/account-parts.ts';
import { expect, test } from '../product-test.ts';
import { keepSession, openSession } from './factor.ts';

/** What is under way is not called off any more, and what another tab did is not done again. */

const email = 'new@example.com';
const factorOf = (page: Page) => page.getByRole('region', { name: 'Two-factor log-in' });

/** Holds a call back until the test answers it with a refusal. */
async function holdCall(page: Page, address: string): Promise<(code: string) => void> {
  let answer: ((code: string) => void) | undefined;
  const asked = new Promise<string>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    const code = await asked;
    await route.fulfill({ status: 401, json: { status: 'error', error: { code, message: '' } } });
  });
  return (code) => answer?.(code);
}

async function openSecurity(page: Page): Promise<void> {
  await keepSession(page, await openSession(page.request, email));
  await page.goto('/my-account/security');
}

test('a log-out everywhere that is under way cannot be called off', async ({ page }) => {
  const refuse = await holdCall(page, '**/api/accounts/endSessions');
  await openSecurity(page);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  refuse('TOO_MANY_REQUESTS');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a code that is under way has no old refusal beside it, and cannot be called off', async ({ page }) => {
  await openSecurity(page);
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'Set up' }).click();
  const code = factor.getByLabel('Code', { exact: true });
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Code is required');
  const refuse = await holdCall(page, '**/api/accounts/secondFactor/enable');
  await code.fill('123456');
  await code.press('Enter');
  await expect(factor.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(code).toHaveAccessibleDescription('');
  refuse('SECOND_FACTOR_WRONG');
  await expect(code).toHaveAccessibleDescription('The code is not valid.');
  await expect(code).toBeFocused();
  await factor.getByRole('button', { name: 'Cancel' }).click();
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('what another tab switches on or off is not done here again', async ({ page }) => {
  const push = await openPush(page);
  await openSecurity(page);
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(factor.getByLabel('Code', { exact: true })).toBeVisible();
  await push({ second_factor: 1, second_factor_since: '2026-11-20T10:00:00.000Z' });
  await expect(factor.getByText('On since Nov 20, 2026.')).toBeVisible();
  await expect(factor.getByLabel('Code', { exact: true })).toHaveCount(0);

  for (const begin of ['New recovery codes', 'Switch off']) {
    await push({ second_factor: 1, second_factor_since: '2026-11-20T10:00:00.000Z' });
    await factor.getByRole('button', { name: begin }).click();
    await expect(factor.getByLabel('Code', { exact: true })).toBeVisible();
    await push({ second_factor: 0, second_factor_since: null });
    await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible();
    await expect(factor.getByLabel('Code', { exact: true })).toHaveCount(0);
  }
});

test('where the part of the page cannot be loaded it says so, and is loaded anew', async ({ page }) => {
  const part = '**/_astro/security-page*.js';
  await page.route(part, (route) => route.abort());
  await openSecurity(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute(part);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(factorOf(page).getByRole('button', { name: 'Set up' })).toBeVisible();
});
