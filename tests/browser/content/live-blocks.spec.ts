import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { readShift } from '../layout-shift.ts';
import { expect, test } from '../product-test.ts';

const board = '.board';
const strip = '.strip';
const table = '[data-cross-rates]';

/** The address of each price socket that the page opened, and whether it is open. */
function followSockets(page: Page): { isOpen: boolean }[] {
  const sockets: { isOpen: boolean }[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    const followed = { isOpen: true };
    sockets.push(followed);
    socket.on('close', () => (followed.isOpen = false));
  });
  return sockets;
}

/** As the browser tells a page that nobody looks at it, or somebody does again. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('the hero, the strip and the cross rates move, and nothing around them does', async ({ page }) => {
  const sockets = followSockets(page);
  await page.goto('/');
  for (const block of [board, strip, table]) {
    const part = page.locator(block);
    await part.scrollIntoViewIfNeeded();
    await expect(part).toHaveAttribute('data-live', 'live');
    await expect(part.getByText('Live')).toBeVisible();
    await expect(part.getByText('Simulated prices')).toBeVisible();
    const before = await part.innerText();
    await expect.poll(() => part.innerText()).not.toBe(before);
  }
  await expect(page.locator(`${table} td:empty`)).toHaveCount(0);
  await expect(page.locator(`${board} [data-trend]`).first()).toContainText(/[+−-]\d/);
  expect(await readShift(page)).toBe(0);
  expect(sockets).toEqual([{ isOpen: true }]);
});

test('a narrow screen scrolls the table inside itself, under heads that stay', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const scroller = page.getByRole('region', { name: /currencies/ });
  await scroller.scrollIntoViewIfNeeded();
  const head = page.getByRole('rowheader', { name: /^CHF/ });
  const before = await head.boundingBox();
  await scroller.focus();
  await page.keyboard.press('End');
  await scroller.evaluate((element) => element.scrollTo({ left: 600 }));
  await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(300);
  expect((await head.boundingBox())?.x).toBe(before?.x);
});

test('values are tinted as they change, and never with reduced motion', async ({ page }) => {
  const tinted = () => page.locator('[data-tint]').count();
  await page.goto('/');
  await expect.poll(tinted, { intervals: [20] }).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  const rate = page.locator(`${board} [data-rate]`).first();
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live');
  for (let change = 0; change < 3; change++) {
    const before = await rate.innerText();
    await expect.poll(() => rate.innerText(), { intervals: [20] }).not.toBe(before);
    expect(await tinted()).toBe(0);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});

test('a page that gets no prices says so quietly, in the same room', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/api/get/*', (route) => route.abort());
  await page.goto('/');
  for (const block of [board, strip, table]) {
    await page.locator(block).scrollIntoViewIfNeeded();
    await expect(page.locator(block)).toHaveAttribute('data-live', 'unavailable');
    await expect(page.locator(block).getByText('Prices are not available at the moment')).toBeVisible();
  }
  expect(await readShift(page)).toBe(0);
});

test('nobody pays for prices that nobody sees', async ({ page }) => {
  const sockets = followSockets(page);
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(sockets).toEqual([]);
  await page.goto('/');
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live');
  await setHidden(page, true);
  await expect.poll(() => sockets).toEqual([{ isOpen: false }]);
  await setHidden(page, false);
  await expect.poll(() => sockets).toEqual([{ isOpen: false }, { isOpen: true }]);
});

test('live blocks hinder nobody', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  for (const block of [board, strip, table]) {
    await page.locator(block).scrollIntoViewIfNeeded();
    await expect(page.locator(block)).toHaveAttribute('data-live', 'live');
    await expectNoFaultsInBothThemes(page, block);
  }
  await page.goto('/economic-calendar');
  await expectNoFaultsInBothThemes(page, '.calendar');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the calendar shows the importance that is asked for', async ({ page }) => {
    await page.goto('/economic-calendar');
    const shown = page.locator('[data-importance]:visible');
    const all = await shown.count();
    await page.getByText('2 and more').click();
    await expect(page.locator('[data-importance="1"]:visible')).toHaveCount(0);
    await page.getByText('Only 3').click();
    const greatest = await page.locator('[data-importance="3"]').count();
    await expect(shown).toHaveCount(greatest);
    expect(greatest).toBeLessThan(all);
    await expect(page.locator('.day:visible:not([data-greatest="3"])')).toHaveCount(0);
    await page.getByText('All', { exact: true }).click();
    await expect(shown).toHaveCount(all);
  });
});
