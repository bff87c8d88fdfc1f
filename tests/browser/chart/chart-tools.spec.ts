import type { Page } from '@playwright/test';
import { saveChart } from '../../../src/lib/contract/chart/chart-endpoints.ts';
import { expectNoFaults } from '../accessibility.ts';
import { terminal } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import { choose, open, viewOf } from './chart-parts.ts';

const panel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const indicator = (page: Page, kind: string) => terminal(page).chart.locator(`[data-indicator="${kind}"]`);

async function openTool(page: Page, name: string) {
  await terminal(page).chart.getByRole('button', { name, exact: true }).click();
  await expect(panel(page, name)).toBeVisible();
  return panel(page, name);
}

async function shut(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A line that is drawn and moved without a mouse. */
async function drawByKeyboard(page: Page): Promise<void> {
  await tabTo(page, terminal(page).chart.getByRole('button', { name: 'Drawings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, panel(page, 'Drawings').getByRole('button', { name: 'Trend line' }));
  await page.keyboard.press('Enter');
  const point = terminal(page).chart.getByRole('slider', { name: 'Trend line, point 1' });
  await expect(point).toBeFocused();
  const before = (await point.getAttribute('aria-valuetext')) ?? '';
  await page.keyboard.press('Shift+ArrowUp');
  await expect(point).not.toHaveAttribute('aria-valuetext', before);
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(terminal(page).chart.getByRole('button', { name: 'Drawings' })).toBeFocused();
}

/** Expects all that was set, in the panel of every tool. */
async function expectAll(page: Page): Promise<void> {
  await expect(indicator(page, 'rsi')).toContainText('RSI 14');
  await expect(indicator(page, 'ema')).toContainText('EMA 50');
  // Its colour of the dark theme, so the built page has the style sheet of the tools.
  await expect(indicator(page, 'rsi').getByRole('button')).toHaveCSS('color', 'rgb(111, 177, 255)');
  const isNarrow = (page.viewportSize()?.width ?? 0) < 900;
  const whole = isNarrow ? await openTool(page, 'Chart tools') : null;
  const of = async (name: string) => whole ?? (await openTool(page, name));
  const leave = () => (isNarrow ? undefined : shut(page));
  await expect((await of('Chart type')).getByRole('radio', { name: 'Heikin-Ashi' })).toBeChecked();
  await leave();
  await expect((await of('Indicators')).getByLabel('Period').nth(1)).toHaveValue('50');
  await leave();
  await expect((await of('Drawings')).getByRole('button', { name: /^Select Trend line/ })).toBeVisible();
  await leave();
  await expect((await of('Compare')).getByRole('button', { name: 'Remove ETHUSD' })).toBeVisible();
  await expectNoFaults(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await shut(page);
}

test('a chart is set up with every tool, and is the same after a reload and on a phone', async ({ page }) => {
  await open(page);
  await choose(page, '15m');
  await (await openTool(page, 'Chart type')).getByText('Heikin-Ashi').click();
  await shut(page);

  const indicators = await openTool(page, 'Indicators');
  for (const name of ['RSI', 'Exponential moving average'])
    await indicators.getByRole('button', { name, exact: true }).click();
  await indicators.getByLabel('Period').nth(1).fill('50');
  await expect(indicator(page, 'ema')).toContainText('EMA 50');
  await expectNoFaults(page);
  await shut(page);

  await drawByKeyboard(page);
  await (await openTool(page, 'Scale and image')).getByText('Logarithmic').click();
  await shut(page);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith(saveChart.path) && (answer.request().postData() ?? '').includes('ETHUSD'),
  );
  await (await openTool(page, 'Compare')).getByLabel('Add an asset').selectOption('ETHUSD');
  await shut(page);
  await choose(page, '1d');
  expect((await saved).status()).toBe(200);

  await page.reload();
  await expect(viewOf(page)).toHaveAttribute('data-bars', 'BTCUSD 1d');
  await expectAll(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAll(page);

  // Compared assets are in percent; without them the scale is the chosen one again.
  const sheet = await openTool(page, 'Chart tools');
  await sheet.getByRole('button', { name: 'Remove ETHUSD' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Close' }).first()).toBeFocused();
  await expect(sheet.getByRole('radio', { name: 'Logarithmic' })).toBeChecked();
});

test('in full screen the chart tells what happened', async ({ page }) => {
  await open(page);
  const { chart } = terminal(page);
  await chart.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Chart of BTCUSD');
  await (await openTool(page, 'Scale and image')).getByRole('button', { name: 'Save as image' }).click();
  const told = page.getByText(/^Image saved: BTCUSD/).filter({ visible: true });
  await expect(told).toHaveCount(1);
  await expect(chart.getByText(/^Image saved: BTCUSD/)).toBeVisible();
});
