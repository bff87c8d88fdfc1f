import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { makeDataFolder, startProduct } from '../support/start-product.ts';
import { expectTerminalReady, logIn, terminal } from './customer.ts';

const test = base.extend<{ baseURL: string }>({
  baseURL: async ({}, use) => {
    const data = await makeDataFolder();
    const product = await startProduct({ dataDir: data.path, program: 'tests/support/busy-server.ts' });
    await use(product.url);
    await product.stop();
    await data.remove();
  },
});

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

test('200 symbols at ten frames a second leave the main thread free', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const counter = countFrames(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/BTCUSD');
  await expectTerminalReady(page);
  await expect(terminal(page).market.getByRole('listitem')).toHaveCount(200);
  await page.waitForLoadState('networkidle');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { task: value('TaskDuration'), at: value('Timestamp') };
  };
  const longest = await page.evaluateHandle(() => {
    const seen = { ms: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.ms = Math.max(seen.ms, duration);
    }).observe({ type: 'longtask' });
    return seen;
  });

  const [before, from] = [await busySeconds(), counter.count];
  await expect.poll(() => counter.count - from, { timeout: 30_000 }).toBeGreaterThanOrEqual(frames);
  const after = await busySeconds();
  const share = (after.task - before.task) / (after.at - before.at);
  const { ms } = await longest.jsonValue();
  test.info().annotations.push({ type: 'busy', description: `${(share * 100).toFixed(1)} %, longest task ${ms} ms` });
  expect(share).toBeLessThan(0.25);
  expect(ms).toBeLessThanOrEqual(50);
});
