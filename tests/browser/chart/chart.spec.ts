import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { choose, drag, legend, open, viewOf, viewText } from './chart-parts.ts';

/** Expects the screen to be exactly as high as its window. */
async function expectAsHigh(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const heights = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(heights[0]).toBe(heights[1]);
}

test('the view survives a change of theme or asset and a reload; a stop loss is dragged out of the position’s line', async ({
  page,
}) => {
  await open(page);
  for (const width of [900, 1440]) await expectAsHigh(page, width);
  await choose(page, '15m');
  const newest = await legend(page, 'time').textContent();
  await viewOf(page).hover();
  await expect(legend(page, 'time')).not.toHaveText(newest ?? '');
  await drag(page, viewOf(page), { x: 200 });
  const before = await viewText(page);
  await page.getByRole('button', { name: /theme/i }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(viewOf(page)).toHaveAttribute('aria-label', before);
  await terminal(page).market.getByText('EURUSD').click();
  await expect(page.getByRole('region', { name: 'Chart of EURUSD' })).toBeVisible();
  await expect(legend(page, 'close')).toHaveText(/^1\.\d{6}$/);
  await expect(viewOf(page)).toHaveAttribute('aria-label', before);

  await page.reload();
  await expect(terminal(page).chart.getByRole('radio', { name: '15m' })).toBeChecked();
  await expect(viewOf(page)).toBeVisible();
  await expectNoFaults(page);

  const { ticket, rows, chart } = terminal(page);
  const count = await rows.count();
  await ticket.getByLabel(/^Amount/).fill('10');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(count + 1);
  const stopLoss = chart.getByRole('slider', { name: /^SL,/ });
  let shown = '';
  await drag(page, stopLoss, { y: 60 }, async () => {
    await expect(stopLoss).toHaveAttribute('aria-valuetext', /-€\d/);
    shown = (await stopLoss.getAttribute('aria-valuetext')) ?? '';
  });
  await expect(rows.first().locator('[data-column="stopLoss"]')).toContainText(shown.split(' ')[0] ?? '?');
  await expect(stopLoss).toHaveAttribute('aria-busy', 'false');
});
