import type { Page } from '@playwright/test';
import { logIn } from '../customer.ts';
import { expect } from '../product-test.ts';

/** Logs a customer in, opens a page of the account and waits for its form. */
export async function openAccount(
  page: Page,
  name: 'info' | 'password' | 'documents' | 'security' | 'notifications',
  { email, start = '' }: { email: string; start?: '' | '/de' },
): Promise<void> {
  await logIn(page, email);
  await page.goto(`${start}/my-account/${name}`);
  await expectAccount(page);
}

/** Waits until the account is loaded and its page is shown. */
export async function expectAccount(page: Page): Promise<void> {
  await expect(page.locator('main astro-island:not([ssr])')).toBeAttached();
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
}

/** The slot of one document. */
export const slot = (page: Page, field: string) => page.locator(`[data-document="doc_${field}"]`);

/** The panel with the summary of the account. */
export const panelOf = (page: Page) => page.getByRole('region', { name: 'Your account at a glance' });
