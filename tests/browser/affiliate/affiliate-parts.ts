import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { affiliateStorageKeys } from '../../../src/lib/contract/affiliate/affiliate-storage.ts';
import { demoPassword } from '../customer.ts';

export const demoAffiliate = { email: 'affiliate@example.com', name: 'Northlight Media' };

/** The parts of the panel, in English. */
export function panel(page: Page) {
  const main = page.getByRole('main');
  const list = main.getByRole('region', { name: 'Referred accounts' });
  const filter = main.getByRole('search', { name: 'Filter the accounts' });
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

/** Names in the order of the list. */
export async function namesIn(rows: Locator): Promise<string[]> {
  return (await rows.locator('[data-column="name"]').allInnerTexts()).map((text) => text.trim());
}

export async function logInByAffiliateForm(page: Page, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(demoAffiliate.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

interface Entry {
  email?: string;
  /** Of another session, where that is not to be the one that is opened. */
  accessToken?: string;
  /** What the page takes for the time. */
  nowMs?: number;
}

/** Opens a session without the form, for tests that are about something else. The page finds it as if it had been there. */
export async function logInAsAffiliate(
  page: Page,
  { email, accessToken, nowMs = Date.now() }: Entry = {},
): Promise<void> {
  const opened = await openAffiliateSession(page, email);
  const data = accessToken === undefined ? opened : { ...opened, access_token: accessToken };
  const stored = {
    [affiliateStorageKeys.session]: JSON.stringify(data),
    [affiliateStorageKeys.activeAt]: String(nowMs),
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}

async function openAffiliateSession(page: Page, email = demoAffiliate.email): Promise<{ access_token: string }> {
  const credentials = { email, password: demoPassword };
  const response = await page.request.post('/api/affiliate/login', { data: credentials });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { data: { access_token: string } }).data;
}

/** Asks the server as the affiliate, beside what the page asks; what it answers as it comes. */
async function askAsAffiliate(page: Page, act: string, data: object = {}): Promise<string> {
  const { access_token: token } = await openAffiliateSession(page);
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.post(`/api/affiliate/${act}`, { data, headers });
  expect(response.status()).toBe(200);
  return response.text();
}

/** The file of all accounts, as the panel saves it. */
export function accountsFile(page: Page): Promise<string> {
  return askAsAffiliate(page, 'export');
}

/** Has a test sent to a server that there is none of: names under .invalid lead nowhere. */
export async function sendTestPostback(page: Page): Promise<void> {
  await askAsAffiliate(page, 'postbacks/save', { url: 'https://tracker.invalid/in', events: ['registration'] });
  await askAsAffiliate(page, 'postbacks/try');
}
