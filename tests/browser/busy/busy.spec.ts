import type { Browser, Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { expectTerminalReady, logIn, terminal } from '../customer.ts';
import type { MainThreadWork } from './main-thread.ts';
import { traceMainThread } from './main-thread.ts';

/** A program that composes the product with a busier market or customer than the demo's. */
interface Served {
  program: string;
  env: Record<string, string>;
}

const test = base.extend<{ served: Served; baseURL: string }>({
  served: [{ program: 'tests/support/product/busy-server.ts', env: {} }, { option: true }],
  baseURL: async ({ served }, use) => {
    const data = await makeDataFolder();
    const product = await startProduct({ dataDir: data.path, ...served });
    await use(product.url);
    await product.stop();
    await data.remove();
  },
});

// A trace takes snapshots of the page, on the very thread that is measured.
test.use({ trace: 'off', viewport: { width: 1440, height: 900 } });
test.setTimeout(120_000);

const frames = 100;

/** Counts the frames of the price socket as they arrive. */
function countFrames(page: Page): { count: number } {
  const counter = { count: 0 };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('42/prices,')) counter.count++;
    });
  });
  return counter;
}

async function openTerminal(page: Page): Promise<{ count: number }> {
  const counter = countFrames(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/BTCUSD');
  await expectTerminalReady(page);
  return counter;
}

/** Ten seconds of frames. */
async function traceFrames(browser: Browser, page: Page, counter: { count: number }): Promise<MainThreadWork> {
  await page.waitForLoadState('networkidle');
  const from = counter.count;
  const work = await traceMainThread(browser, page, () =>
    expect.poll(() => counter.count - from, { timeout: 60_000 }).toBeGreaterThanOrEqual(frames),
  );
  const description = `${(work.busyShare * 100).toFixed(1)} % busy, longest of ${work.tasks} tasks ${work.longestTaskMs} ms`;
  test.info().annotations.push({ type: 'main thread', description });
  return work;
}

test('200 symbols at ten frames a second leave the main thread free', async ({ browser, page }) => {
  const counter = await openTerminal(page);
  await expect(terminal(page).market.getByRole('listitem')).toHaveCount(200);
  const work = await traceFrames(browser, page, counter);
  expect(work.busyShare).toBeLessThan(0.25);
  expect(work.longestTaskMs).toBeLessThanOrEqual(50);
});

test.describe('50 open positions', () => {
  const [open, leastMinor] = [50, 10_000];
  const env = { OPEN: String(open), LEAST_MINOR: String(leastMinor) };
  test.use({ served: { program: 'tests/support/product/crowded-server.ts', env } });

  test('with live profit leave the main thread free', async ({ browser, page }) => {
    // As tall as a trader can make it.
    await page.addInitScript(() => localStorage.setItem('tables-height', '640'));
    const counter = await openTerminal(page);
    const { rows } = terminal(page);
    await expect(rows).toHaveCount(open);
    const profit = rows.first().locator('[data-live="profit"]');
    const before = await profit.textContent();
    const work = await traceFrames(browser, page, counter);
    await expect(profit).not.toHaveText(before ?? '');
    expect(work.busyShare).toBeLessThan(0.3);
    expect(work.longestTaskMs).toBeLessThanOrEqual(50);
  });
});
