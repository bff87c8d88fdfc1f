import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { chooseTheme, expectTerminalReady, logIn, terminal } from '../tests/browser/customer.ts';
import { findBrowserLaunch } from '../tests/support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';

/**
 * `npm run picture`: takes the pictures of the terminal again, from the running product as the demo customer sees it:
 * the README's, and the one in the embedded content.
 */

const files = { readme: 'docs/terminal.png', content: 'src/content/images/terminal.webp' } as const;
/** The open positions of the demo data. */
const positions = 6;
/** The rows of the market list that the picture shows. */
const rowsInView = 24;

const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path, history: 'full' });
const browser = await chromium.launch(await findBrowserLaunch());
try {
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await chooseTheme(page, 'dark');
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/BTCUSD');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expectTerminalReady(page);
  const { rows, market } = terminal(page);
  // The changes of 24 hours arrive a few assets at a time.
  await market
    .getByText(/\d%$/)
    .nth(rowsInView - 1)
    .waitFor();
  await rows.nth(positions - 1).waitFor({ state: 'attached' });
  // A changed profit shows that the prices are live.
  await rows.locator('[data-live="profit"][data-trend]').first().waitFor();
  const picture = await page.screenshot({ path: files.readme });
  await sharp(picture).webp({ quality: 82 }).toFile(files.content);
  process.stdout.write(`${Object.values(files).join('\n')}\n`);
} finally {
  await browser.close();
  await product.stop();
  await data.remove();
}
