import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { writeRecording } from '../../support/product/recording.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { expectTerminalReady, logIn, terminal } from '../customer.ts';
import { test as base, expect } from '../product-test.ts';

const limitMs = 3_000;

/** A market in which ETHUSD is silent for eight seconds of every thirteen, LTCUSD after its first one; EURUSD has no price. */
const test = base.extend({
  product: [
    async ({ history }, use) => {
      const data = await makeDataFolder();
      const file = await writeRecording(data.path, [
        { symbol: 'BTCUSD', bid: 96_000, quotedMs: 1_000, ofMs: 1_000 },
        { symbol: 'ETHUSD', bid: 3_200, quotedMs: 5_000, ofMs: 13_000 },
        { symbol: 'LTCUSD', bid: 95, quotedMs: 1_000, ofMs: 600_000 },
      ]);
      const env = { FEED: 'replay', FEED_FILE: file, QUOTE_MAX_AGE_MS: String(limitMs) };
      const product = await startProduct({ dataDir: join(data.path, 'data'), env, history });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Notes in the page how long after the last new price of a symbol its ticket was locked, each time: milliseconds. */
async function noteLock(page: Page, symbol: string): Promise<void> {
  await page.addInitScript((name) => {
    let heardMs = NaN;
    let wasOpen = false;
    const Native = WebSocket;
    window.WebSocket = class extends Native {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          const frame = String(data);
          const isNew = frame.startsWith('42/prices') && frame.includes(`"${name}"`) && !frame.includes('age_ms');
          if (isNew) heardMs = performance.now();
        });
      }
    };
    new MutationObserver(() => {
      const ticket = document.querySelector(`[aria-label="New trade in ${name}"]`);
      const isLocked = ticket?.textContent.includes('Temporarily unavailable');
      const { dataset } = document.documentElement;
      if (isLocked && wasOpen)
        dataset['lockedAfter'] = `${dataset['lockedAfter'] ?? ''} ${performance.now() - heardMs}`;
      wasOpen = ticket?.querySelector('[data-direction=buy]:not([aria-disabled])') != null;
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-disabled'] });
  }, symbol);
}

test('a price that falls silent locks both sides within a second of the limit, and says since when', async ({
  page,
}) => {
  await noteLock(page, 'ETHUSD');
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/ETHUSD');
  const { market, ticket } = terminal(page);
  const buy = ticket.getByRole('button', { name: /^Buy/ });
  const fastest = async () => {
    const lockings = (await page.locator('html').getAttribute('data-locked-after')) ?? '';
    return Math.min(...(lockings.match(/[\d.]+/g) ?? []).map(Number));
  };
  // It falls silent every 13 s. Whatever else the machine does makes a locking later, nothing makes it earlier.
  await expect.poll(fastest, { timeout: 50_000 }).toBeLessThan(limitMs + 1_000);
  // The last price may have been passed on up to a second before it was quoted for the last time.
  expect(await fastest()).toBeGreaterThan(limitMs - 1_000);
  await expect(ticket.getByText(/^No price since \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await expect(buy).toBeHidden();
  await expect(market.locator('[data-current] [data-cell="change"]')).toHaveText(/^\d+ s$/);
  await expect(buy).toBeEnabled({ timeout: 15_000 });
  await expect(ticket.getByText(/^No price since/)).toBeHidden();
});

test('an asset without a price, and one that was silent before the page came, cannot be traded', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/EURUSD');
  const { ticket, market } = terminal(page);
  await expect(ticket.getByText('Temporarily unavailable')).toBeVisible();
  await expect(ticket.getByText('No price yet')).toBeVisible();
  await expect(market.locator('[data-current]')).toHaveAttribute('data-unpriced');
  // By the age that the server tells: without it, the price would pass as new for the length of the limit.
  await page.goto('/platform/LTCUSD');
  await expect(ticket.getByText('Temporarily unavailable')).toBeVisible();
  await expect(ticket.getByText(/^No price since \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await expect(market.locator('[data-current] [data-cell="sell"]')).toHaveText(/\d/);
  await expect(market.locator('[data-current] [data-cell="sell"]')).toHaveAttribute('data-stale');
});

test('a browser whose clock is hours ahead trades, and tells the time of the server', async ({ page }) => {
  const aheadMs = 3 * 3_600_000;
  await logIn(page, 'demo@example.com');
  await page.addInitScript(
    ([key, ahead]) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead;
      localStorage.setItem(key, String(Date.now()));
    },
    [storageKeys.activeAt, aheadMs] as const,
  );
  await page.goto('/platform/BTCUSD');
  await expectTerminalReady(page);
  const { ticket, market } = terminal(page);
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  await market.getByRole('link', { name: 'LTCUSD' }).click();
  const since = await ticket.getByText(/^No price since/).textContent();
  const time = /\d\d:\d\d:\d\d/.exec(since ?? '')?.[0] ?? '';
  const told = Date.parse(`${new Date().toISOString().slice(0, 10)}T${time}Z`);
  const wrongMs = Math.abs(Date.now() - told) % 86_400_000;
  // It was quoted when the market began, minutes ago at most: no hours.
  expect(Math.min(wrongMs, 86_400_000 - wrongMs)).toBeLessThan(15 * 60_000);
});

test('on a phone the bar at the bottom locks as well', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/EURUSD');
  await expect(page.getByText('Temporarily unavailable')).toBeVisible();
  await expect(page.getByText('No price yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
});
