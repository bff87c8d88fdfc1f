import type { Locator, Page } from '@playwright/test';
import { expectTerminalReady, logIn, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const widths = [360, 900, 1440];

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('A part of the screen is not shown');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

for (const width of widths) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of ['/', '/login', '/no-such-page']) {
      test(`${path} does not scroll sideways`, async ({ page }) => {
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await expectNoHorizontalScroll(page);
      });
    }

    test('the trading screen has its market list where it belongs', async ({ page }) => {
      await logIn(page, 'demo@example.com');
      await page.goto('/platform/BTCUSD');
      await expectTerminalReady(page);
      await expectNoHorizontalScroll(page);
      const { market, chart, positions, rows } = terminal(page);
      await positions.getByRole('tab', { name: 'History' }).click();
      await expect(rows.first()).toBeVisible();
      await expectNoHorizontalScroll(page);
      const [marketBox, chartBox] = [await boxOf(market), await boxOf(chart)];
      if (width >= 900) expect(marketBox.right).toBeLessThanOrEqual(chartBox.left + 1);
      else expect(marketBox.top).toBeGreaterThanOrEqual(chartBox.bottom - 1);
      expect(chartBox.right - chartBox.left).toBeGreaterThan(width * 0.55);
    });
  });
}
