import type { Locator, Page } from '@playwright/test';
import { logIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const widths = [360, 900, 1440];

/**
 * The page does not scroll sideways, nor does any part of it but rows of tabs, which are made for it. A table of twelve columns
 * may, in its own panel, where the screen is too narrow for it.
 */
async function expectNoHorizontalScroll(page: Page, { wideTable = false } = {}): Promise<void> {
  const wide = await page.evaluate((isTableWide) => {
    const root = document.documentElement;
    const made = (part: HTMLElement) =>
      part.role === 'tablist' ||
      (isTableWide && part.querySelector('tr[data-position]')) ||
      // A live block that is a place of its own for the keyboard, and scrolls inside itself.
      (part.tabIndex === 0 && part.closest('[data-live]'));
    const scrolls = (part: HTMLElement) =>
      part === root || (/auto|scroll/.test(getComputedStyle(part).overflowX) && !made(part));
    return [...document.querySelectorAll<HTMLElement>('html, body *')]
      .filter((part) => part.scrollWidth > part.clientWidth && scrolls(part))
      .map((part) => `${part.tagName} ${part.className}: ${part.scrollWidth} px in ${part.clientWidth}`);
  }, wideTable);
  expect(wide).toEqual([]);
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('A part of the screen is not shown');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/** Opens the ticket where the screen is narrow: beside the chart it is open. Returns what is in it. */
async function openTicket(page: Page, width: number): Promise<Locator> {
  if (width >= 900) return terminal(page).ticket;
  await page.getByRole('button', { name: /^Buy/ }).click();
  return page.getByRole('dialog');
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
      await openTerminal(page);
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      const { market, chart, positions, rows } = terminal(page);
      await positions.getByRole('tab', { name: 'History' }).click();
      await expect(rows.first()).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      const [marketBox, chartBox] = [await boxOf(market), await boxOf(chart)];
      if (width >= 900) expect(marketBox.right).toBeLessThanOrEqual(chartBox.left + 1);
      else expect(marketBox.top).toBeGreaterThanOrEqual(chartBox.bottom - 1);
      expect(chartBox.right - chartBox.left).toBeGreaterThan(width * 0.55);
    });

    test('nothing scrolls sideways with positions, their editors and every dialog', async ({ page }) => {
      await openTerminal(page);
      const { market, rows } = terminal(page);
      const before = await rows.count();
      const ticket = await openTicket(page, width);
      await ticket.getByText('Stop loss, take profit').click();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      await ticket.getByLabel('Amount').fill('123.45');
      await ticket.getByRole('button', { name: /^Buy/ }).click();
      await expect(rows).toHaveCount(before + 1);
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });

      const row = rows.first();
      await row.getByRole('button', { name: /Stop loss of BTCUSD/ }).click();
      await expect(row.getByRole('textbox', { name: 'Stop loss of BTCUSD' })).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width >= 900 });
      await page.keyboard.press('Escape');

      await row.getByRole('button', { name: 'Receipt of BTCUSD' }).click();
      await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      await page.keyboard.press('Escape');
      await row.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      await page.keyboard.press('Escape');

      await market.getByRole('searchbox').fill('us');
      await expect(market.getByRole('link', { name: 'USDJPY' })).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
      if (width >= 900) await ticket.getByRole('tab', { name: 'Calculator' }).click();
      else await page.getByRole('heading', { name: 'Calculator' }).click();
      await expect(page.getByRole('table', { name: 'Calculator' })).toBeVisible();
      await expectNoHorizontalScroll(page, { wideTable: width === 900 });
    });

    test('an asset that there is not', async ({ page }) => {
      await logIn(page, 'demo@example.com');
      await page.goto(`/platform/${'W'.repeat(60)}`);
      await expect(page.getByRole('heading', { name: /is not traded here$/ })).toBeVisible();
      await expectNoHorizontalScroll(page);
    });
  });
}
