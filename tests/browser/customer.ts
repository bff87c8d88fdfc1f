import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { storageKeys } from '../../src/lib/contract/session.ts';

/** What customers do and read on our pages. */

export const demoPassword = 'demo1234';

/** The password of customers whom a test registers. The demo password is too easy to guess to be chosen. */
export const chosenPassword = 'Donaukanal 1220';

export async function logInByForm(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const passwordOf = (email: string) => (email.startsWith('customer.') ? chosenPassword : demoPassword);

/**
 * Opens a session without the form, for tests about something else. The page finds it as if the customer had logged in
 * earlier.
 */
export async function logIn(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/accounts/login', { data: { email, password: passwordOf(email) } });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as { data: unknown };
  const stored = { [storageKeys.session]: JSON.stringify(data), [storageKeys.activeAt]: String(Date.now()) };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}

export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [storageKeys.theme, theme] as const);
}

/** The parts of the trading screen. */
export function terminal(page: Page) {
  const positions = page.getByRole('region', { name: 'Positions' });
  return {
    market: page.getByRole('region', { name: 'Market' }),
    chart: page.getByRole('region', { name: /^Chart of / }),
    ticket: page.getByRole('region', { name: /^New trade in / }),
    positions,
    rows: positions.locator('tr[data-position]'),
    balance: page.locator('[data-figure="balance"]'),
    rowOf: (id: string) => positions.locator(`tr[data-position="${id}"]`),
  };
}

/** Waits until the screen has its prices, its chart and its account. */
export async function expectTerminalReady(page: Page): Promise<void> {
  const { market, chart, balance } = terminal(page);
  // This row is first in the list; rows out of view are not rendered.
  await expect(market.locator('[data-current] [data-cell="sell"]')).toHaveText(/\d/);
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(balance).toHaveText(/\d/);
}

/** Logs a customer in and opens the trading screen. */
export async function openTerminal(
  page: Page,
  { email = 'demo@example.com', address = '/platform/BTCUSD' } = {},
): Promise<void> {
  await logIn(page, email);
  await page.goto(address);
  await expectTerminalReady(page);
}

/** The money that a cell shows, in minor units. */
export async function minorIn(cell: Locator): Promise<number> {
  const text = (await cell.textContent()) ?? '';
  const money = /[-−+]?\s*€\s*[\d,]+\.\d\d/.exec(text)?.[0];
  if (money === undefined) throw new Error(`"${text}" is no money`);
  const minor = Number(money.replace(/\D/g, ''));
  return /[-−]/.test(money) ? -minor : minor;
}
