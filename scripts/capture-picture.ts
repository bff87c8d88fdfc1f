import { chromium } from '@playwright/test';
import { chooseTheme, expectTerminalReady, logIn, terminal } from '../tests/browser/customer.ts';
import { findBrowserLaunch } from '../tests/support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';

/** `npm run picture`: retakes the README's picture of the terminal, from the running product with demo data. */

const file = 'docs/terminal.png';
const trades = [
  { symbol: 'ETHUSD', side: 'Buy', amount: '500' },
  { symbol: 'XAUUSD', side: 'Sell', amount: '750' },
  { symbol: 'EURUSD', side: 'Buy', amount: '1200' },
  { symbol: 'BTCUSD', side: 'Buy', amount: '900' },
] as const;

const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path, history: 'full' });
const browser = await chromium.launch(await findBrowserLaunch());
try {
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await chooseTheme(page, 'dark');
  await logIn(page, 'demo@example.com');
  const { ticket, rows, rowOf } = terminal(page);
  for (const { symbol, side, amount } of trades) {
    await page.goto(`/platform/${symbol}`);
    await expectTerminalReady(page);
    const before = await rows.count();
    await ticket.getByLabel('Amount').fill(amount);
    await ticket.getByRole('button', { name: new RegExp(`^${side}`) }).click();
    await rows.nth(before).waitFor();
  }
  // Wait for a changed profit and for the toast to disappear.
  const newest = (await rows.first().getAttribute('data-position')) ?? '';
  await rowOf(newest).locator('[data-live="profit"][data-trend]').waitFor();
  await page.getByRole('status').filter({ hasText: 'Bought' }).waitFor({ state: 'detached' });
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
} finally {
  await browser.close();
  await product.stop();
  await data.remove();
}
