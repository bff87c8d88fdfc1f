import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { affiliateStorageKeys } from '../../../src/lib/contract/affiliate/affiliate-storage.ts';
import { demoPassword } from '../customer.ts';

export const demoAffiliate = { email: 'affiliate@example.com', name: 'Northlight Media' };

/** The parts of the panel, by their English names. */
export function panel(page: Page) {
  const main = page.getByRole('main');
  const list = main.getByRole('region', { name: 'Referred accounts' });
  const filter = main.getByRole('search', { name: 'Filter accounts' });
  return {
    main,
    list,
    filter,
    title: main.getByRole('heading', { name: 'Affiliate panel' }),
    rows: list.locator('tr[data-account]'),
    total: (name: string) => main.locator(`[data-total="${name}"] dd`).first(),
    countries: main.getByRole('region', { name: 'By country' }),
    days: main.getByRole('region', { name: 'Registrations and first deposits' }),
    logOut: page.getByRole('banner').getByRole('button', { name: 'Log out' }),
  };
}

/** The names in the order of the list. */
export async function namesIn(rows: Locator): Promise<string[]> {
  return (await rows.locator('[data-column="name"]').allInnerTexts()).map((text) => text.trim());
}

export async function logInByAffiliateForm(page: Page, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(demoAffiliate.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/**
 * Opens a session without the form, for tests about something else. The page finds it as if the affiliate had logged in
 * earlier.
 */
export async function logInAsAffiliate(page: Page): Promise<void> {
  const credentials = { email: demoAffiliate.email, password: demoPassword };
  const response = await page.request.post('/api/affiliate/login', { data: credentials });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as { data: unknown };
  const stored = {
    [affiliateStorageKeys.session]: JSON.stringify(data),
    [affiliateStorageKeys.activeAt]: String(Date.now()),
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}
