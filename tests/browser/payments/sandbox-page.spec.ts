import type { Page } from '@playwright/test';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, returnAddress, test } from './paying-test.ts';

/** The page of the simulated provider, which no session and no script of ours is on. */

/** Begins a deposit by the calls alone; the address of the provider's page. */
async function beginPayment(page: Page, { amount = 250, lang = 'en' } = {}): Promise<string> {
  const post = async (path: string, data: object, token = '') => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.post(path, { data, ...(token !== '' && { headers }) });
    expect(answer.status()).toBe(200);
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const customer = { email: 'demo@example.com', password: 'demo1234' };
  const { access_token: token } = await post('/api/accounts/login', customer);
  const created = await post('/api/transactions/create', { method: 1, amount }, token);
  const wish = { transaction_id: created['transaction_id'], lang };
  const { redirect_url: address = '' } = await post('/api/transaction/send/sandbox', wish, token);
  return address;
}

/** Nothing of it waits for scripts of ours. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/**
 * Nobody is logged in here: the page to which the provider leads back leads on to the log-in, at once. It has loaded
 * when this is over: a browser that is still about to change pages can't be told to go back.
 */
const ledBack = (page: Page) => page.waitForURL(/\/login\?next=[^&]*payment%2Freturn/);

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

for (const [width, theme] of [
  [1440, 'dark'],
  [900, 'light'],
  [360, 'dark'],
  [320, 'light'],
] as const) {
  test(`${width} px: nothing is out of reach, nothing hinders anybody`, async ({ page }) => {
    const faults = listenToFaults(page);
    await page.setViewportSize({ width, height: 760 });
    await chooseTheme(page, theme);
    await open(page, await beginPayment(page, { amount: 99_999.99 }));
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.getByText('€99,999.99')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const one of await page.getByRole('button').all()) {
      expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoFaultsInBothThemes(page);
    await button(page, /^Decline/).click();
    await ledBack(page);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible();
    await expectNoFaultsInBothThemes(page);
    expect(faults).toEqual([]);
  });
}

test('it says that no money moves, and to whom it would have gone', async ({ page }) => {
  await open(page, await beginPayment(page, { amount: 300 }));
  await expect(page.getByRole('banner')).toHaveText('Simulated: no money moves');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment to Vernier');
  await expect(page.getByText('€300.00')).toBeVisible();
  await expect(page.getByRole('button')).toHaveText([/^Approve/, /^Decline/, /^Pay later/, /^Never answer/]);
});

test('it speaks German to whoever came from a German page', async ({ page }) => {
  await open(page, await beginPayment(page, { lang: 'de' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('banner')).toHaveText('Simuliert: Es fließt kein Geld');
  await expect(page.getByText('250,00 €')).toBeVisible();
  await expectNoFaults(page);
  await button(page, /^Bestätigen/).click();
  await page.waitForURL(/\/de\/login\?next=[^&]*payment%2Freturn/, { waitUntil: 'commit' });
});

test('by the keyboard alone somebody chooses, and is told later what it was', async ({ page }) => {
  const address = await beginPayment(page);
  await open(page, address);
  await tabTo(page, button(page, /^Approve/));
  await tabTo(page, button(page, /^Never answer/));
  await page.keyboard.press('Enter');
  await ledBack(page);
  await open(page, address);
  await expect(page.getByRole('heading', { name: 'Never answered' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await tabTo(page, page.getByRole('link', { name: 'Back to Vernier' }));
  await page.keyboard.press('Enter');
  await ledBack(page);
});

test('a choice on a page that was left open does not undo what counts', async ({ page }) => {
  const address = await beginPayment(page);
  await open(page, address);
  const other = await page.context().newPage();
  await open(other, address);
  await button(other, /^Approve/).click();
  await ledBack(other);
  await button(page, /^Decline/).click();
  await expect(page.getByRole('heading', { name: 'Approved' })).toBeVisible();
  expect(page.url()).toBe(address);
});

test('of an address that belongs to no payment it says so', async ({ page }) => {
  const address = await beginPayment(page);
  const answer = await open(page, address.replace(/.{6}$/, 'nobody'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no such payment' })).toBeVisible();
  await expectNoFaults(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('it works all the same', async ({ page }) => {
    await open(page, await beginPayment(page));
    await button(page, /^Pay later/).click();
    await page.waitForURL(returnAddress);
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^(Paid later|Approved)$/ })).toBeVisible();
  });
});
