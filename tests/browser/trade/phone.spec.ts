import type { BrowserContext, Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { cellOf, far, fold, lowest } from './level-parts.ts';

test.use({
  ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  // Without animations, so that a message is not still sliding in when its position is measured.
  contextOptions: { reducedMotion: 'reduce' },
});

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Sells in the sheet, after entering a wrong level. */
async function sell(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  const { rows } = terminal(page);
  const before = await rows.count();
  await page.getByRole('button', { name: /^Sell/ }).tap();
  await sheet.getByLabel('Amount').fill('10');
  await sheet.getByText(fold).tap();
  const level = sheet.getByLabel('Stop loss', { exact: true });
  await level.fill(far.below);
  await expect(level).toHaveAccessibleDescription(lowest);
  await expectNoFaultsInBothThemes(page);
  await level.fill(far.above);
  await expect(level).toHaveAccessibleDescription(/ first, so this would never trigger$/);
  await sheet.getByRole('button', { name: /^Sell/ }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(rows).toHaveCount(before + 1);
}

/** Expects that the message about the last order does not cover the button for the next one. */
async function expectRoomForNext(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Sell/ }).tap();
  const toast = await sheet.getByRole('status').boundingBox();
  const button = await sheet.getByRole('button', { name: /^Sell/ }).boundingBox();
  if (!toast || !button) throw new Error('The sheet has no message, or no button');
  expect(toast.y).toBeLessThan(24);
  expect(toast.y + toast.height).toBeLessThan(button.y);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** Drags the take profit out of the position's line with a finger, without scrolling the page. */
async function dragTakeProfit(page: Page, context: BrowserContext): Promise<void> {
  const handle = terminal(page).chart.getByRole('slider', { name: /^TP,/ });
  // Waits until the line no longer moves and the sheet is gone.
  await handle.hover();
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no handle');
  // Starts 10 pixels below the visible handle, but within its touch target of 44 pixels.
  const [x, y] = [box.x + box.width / 2, box.y + box.height + 10];
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const by of [10, 20, 40]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + by }] });
  }
  await expect(handle).toHaveAttribute('aria-valuetext', /\+€\d/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(handle).toHaveAttribute('aria-busy', 'false');
  await expect(cellOf(terminal(page).rows.first(), 'Take profit').cell).toContainText(/\d/);
}

test('on a phone: an order by the sheet, its levels by finger, and the calculator', async ({ page, context }) => {
  await openTerminal(page);
  await sell(page);
  await expectRoomForNext(page);

  const stopLoss = cellOf(terminal(page).rows.first(), 'Stop loss');
  await expect(stopLoss.button).toContainText('900,000.00');
  await stopLoss.button.tap();
  await stopLoss.input.fill(far.below);
  await expect(stopLoss.message).toHaveText(lowest);
  for (const part of [stopLoss.input, stopLoss.save]) {
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectNoHorizontalScroll(page);
  await expectNoFaultsInBothThemes(page);
  await stopLoss.input.fill('800000');
  await stopLoss.save.tap();
  await expect(stopLoss.button).toContainText('800,000.00');

  await page.getByRole('region', { name: 'Calculator' }).getByText('Calculator').first().tap();
  await expect(page.getByRole('table', { name: 'Calculator' })).toBeVisible();
  await page.getByRole('button', { name: 'About auto trading' }).tap();
  await expect(page.getByRole('dialog', { name: 'Auto trading' })).toContainText('What you can lose');
  await expectNoHorizontalScroll(page);
  await expectNoFaultsInBothThemes(page);
  await page.keyboard.press('Escape');

  await page.evaluate(() => scrollTo(0, 0));
  await dragTakeProfit(page, context);
});
