import type { Page } from '@playwright/test';
import { expectTerminalReady, logIn, terminal } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { expect, test } from '../product-test.ts';

async function expectOpen(page: Page, symbol: string): Promise<void> {
  await expect(terminal(page).chart.getByRole('heading', { name: symbol })).toBeVisible();
  await expect(terminal(page).market.locator('[data-current] a')).toHaveText(symbol);
  expect(new URL(page.url()).pathname).toBe(`/platform/${symbol}`);
}

test('assets are reached by search, list, back and forward, from unknown addresses, and after a reload', async ({
  page,
}) => {
  await logIn(page, 'demo@example.com');
  const { market, ticket } = terminal(page);
  const search = market.getByRole('searchbox');

  // A search that is typed before the scripts are loaded is kept and executed.
  const letLoad = await holdScripts(page);
  await page.goto('/platform/BTCUSD', { waitUntil: 'commit' });
  await search.fill('EURUSD');
  letLoad();
  await expect(market.getByRole('listitem').getByRole('link').first()).toHaveText('EURUSD');
  await expect(search).toHaveValue('EURUSD');
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expectTerminalReady(page);

  await market.getByRole('link', { name: 'ETHUSD' }).click();
  await expectOpen(page, 'ETHUSD');
  await market.getByRole('link', { name: 'SOLUSD' }).click();
  await expectOpen(page, 'SOLUSD');
  await expect(page).toHaveTitle(/^SOLUSD · /);
  await page.goBack();
  await expectOpen(page, 'ETHUSD');
  await expect(page).toHaveTitle(/^ETHUSD · /);
  await page.goBack();
  await expectOpen(page, 'BTCUSD');
  await page.goForward();
  await expectOpen(page, 'ETHUSD');

  // The customer's settings survive a reload.
  const star = market.getByRole('button', { name: 'Favourite: ETHUSD' });
  const key = market.getByRole('button', { name: 'Use keyboard shortcuts' });
  await star.click();
  await key.click();
  await page.reload();
  await expectOpen(page, 'ETHUSD');
  await expect(key).toHaveAttribute('aria-pressed', 'false');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await market.getByRole('tab', { name: 'Favourites' }).click();
  await expect(market.getByRole('listitem').getByRole('link')).toHaveText(['ETHUSD']);

  await page.goto('/platform/EURSUD');
  await expect(page.getByRole('heading', { name: "EURSUD isn't available" })).toBeVisible();
  await expect(ticket).toHaveCount(0);
  await expect(market.locator('[data-cell="sell"]').first()).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Go to EURUSD' }).click();
  await expectOpen(page, 'EURUSD');
  await page.goto('/platform/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  await expect(page.getByRole('heading', { name: "<SCRIPT>ALERT(1)</SCRIPT> isn't available" })).toBeVisible();
  await page.getByRole('button', { name: 'Go to BTCUSD' }).click();
  await expectOpen(page, 'BTCUSD');
});
