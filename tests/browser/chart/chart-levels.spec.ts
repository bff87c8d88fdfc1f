import type { Locator, Page } from '@playwright/test';
import { terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { drag, drawn, open } from './chart-parts.ts';

/** Buys, and returns the row of the position. */
async function buy(page: Page): Promise<Locator> {
  const { ticket, rows } = terminal(page);
  const before = await rows.count();
  await ticket.getByLabel(/^Amount/).fill('10');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(before + 1);
  return rows.first();
}

function handle(page: Page, kind: 'SL' | 'TP'): Locator {
  return terminal(page).chart.getByRole('slider', { name: new RegExp(`^${kind},`) });
}

test.describe('levels', () => {
  const stopLossOf = (row: Locator) => row.locator('[data-column="stopLoss"]');

  test('a stop loss is pulled out of the line of its position, and the table has it', async ({ page }) => {
    await open(page);
    const row = await buy(page);
    let shown = '';
    await drag(page, handle(page, 'SL'), { y: 60 }, async () => {
      await expect(handle(page, 'SL')).toHaveAttribute('aria-valuetext', /-€\d/);
      shown = (await handle(page, 'SL').getAttribute('aria-valuetext')) ?? '';
    });
    await expect(stopLossOf(row)).toContainText(shown.split(' ')[0] ?? '?');
    await expect(handle(page, 'SL')).toHaveAttribute('aria-busy', 'false');
  });

  test('the wrong side of the price is told while dragging, and not sent', async ({ page }) => {
    await open(page);
    const row = await buy(page);
    await drag(page, handle(page, 'SL'), { y: -80 }, async () => {
      await expect(handle(page, 'SL')).toContainText(/Can't be higher than [\d,]+\.\d\d/);
    });
    await expect(page.getByRole('alert').getByText(/^BTCUSD stop loss: Can't be higher than/)).toBeVisible();
    await expect(handle(page, 'SL')).toHaveAttribute('aria-valuetext', 'none');
    await expect(stopLossOf(row)).not.toContainText(/\d/);
  });

  test('Escape leaves a level where it was', async ({ page }) => {
    await open(page);
    const row = await buy(page);
    await drag(page, handle(page, 'TP'), { y: -60 }, () => page.keyboard.press('Escape'));
    await expect(handle(page, 'TP')).toHaveAttribute('aria-valuetext', 'none');
    await expect(row.locator('[data-column="takeProfit"]')).not.toContainText(/\d/);
  });

  test('keys move a level, Enter sends it, and Delete takes it away', async ({ page }) => {
    await open(page);
    const row = await buy(page);
    await handle(page, 'SL').focus();
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await drawn(page);
    const text = (await handle(page, 'SL').getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('Enter');
    await expect(stopLossOf(row)).toContainText(text.split(' ')[0] ?? '?');
    await expect(handle(page, 'SL')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(stopLossOf(row)).not.toContainText(/\d/);
  });

  test('of several positions the one that is chosen has its handles', async ({ page }) => {
    await open(page);
    await buy(page);
    await buy(page);
    const picker = terminal(page).chart.getByRole('combobox');
    const other = await picker.locator('option').last().getAttribute('value');
    const { rowOf } = terminal(page);
    await picker.selectOption(other);
    await expect(handle(page, 'SL')).toHaveCount(1);
    await drag(page, handle(page, 'TP'), { y: -70 });
    await expect(rowOf(other ?? '').locator('[data-column="takeProfit"]')).toContainText(/\d/);
    // A row that has the focus chooses its position as well.
    await terminal(page).rows.first().getByRole('button').first().focus();
    await expect(picker).not.toHaveValue(other ?? '');
  });

  test('a finger drags a level, and the page stays where it is', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...{ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    const page = await context.newPage();
    await open(page);
    await page.getByRole('button', { name: /^Sell/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(/^Amount/).fill('10');
    await sheet.getByRole('button', { name: /^Sell/ }).click();
    // Waits until it stands still and the sheet is gone.
    await handle(page, 'TP').hover();
    const box = await handle(page, 'TP').boundingBox();
    if (!box) throw new Error('There is no handle');
    // Beside what is seen, within the 44 pixels that can be touched.
    const [x, y] = [box.x + box.width / 2, box.y + box.height + 10];
    const touch = await context.newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const by of [10, 20, 40]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + by }] });
    }
    await expect(handle(page, 'TP')).toHaveAttribute('aria-valuetext', /\+€\d/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(handle(page, 'TP')).toHaveAttribute('aria-busy', 'false');
    await expect(terminal(page).rows.first().locator('[data-column="takeProfit"]')).toContainText(/\d/);
    await context.close();
  });
});
