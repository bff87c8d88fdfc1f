import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { expectTerminalReady, logIn, terminal } from './customer.ts';
import { traceMainThread } from './main-thread.ts';

const test = base.extend<{ baseURL: string }>({
  baseURL: async ({}, use) => {
    const data = await makeDataFolder();
    const product = await startProduct({ dataDir: data.path, program: 'tests/support/product/busy-server.ts' });
    await use(product.url);
    await product.stop();
    await data.remove();
  },
});

// A trace takes snapshots of the page, on the very thread that is measured.
test.use({ trace: 'off' });

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

test('200 symbols at ten frames a second leave the main thread free', async ({ browser, page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const counter = countFrames(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/BTCUSD');
  await expectTerminalReady(page);
  await expect(terminal(page).market.getByRole('listitem')).toHaveCount(200);
  await page.waitForLoadState('networkidle');

  const from = counter.count;
  const work = await traceMainThread(browser, page, () =>
    expect.poll(() => counter.count - from, { timeout: 60_000 }).toBeGreaterThanOrEqual(frames),
  );
  const description = `${(work.busyShare * 100).toFixed(1)} % busy, longest of ${work.tasks} tasks ${work.longestTaskMs} ms`;
  test.info().annotations.push({ type: 'main thread', description });
  expect(work.busyShare).toBeLessThan(0.25);
  expect(work.longestTaskMs).toBeLessThanOrEqual(50);
});
