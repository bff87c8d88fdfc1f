import type { Locator, Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { knowSwiping, transactionsPage } from './list-parts.ts';

const hint = (page: Page) => page.locator('[data-swipe-hint]');
const wasShown = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKeys.swipeHint);

/** Moves a finger over the screen. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = ([x, y]: [number, number]) => ({ touchPoints: [{ x, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  /** Lets the clock of the page run, by steps that are short for whoever looks, until something is there. */
  async function runUntil(page: Page, count: () => Promise<number>): Promise<void> {
    const look = async () => {
      await page.clock.runFor(20);
      return count();
    };
    await expect.poll(look, { intervals: [20] }).toBeGreaterThan(0);
  }

  /** Opens the page with a clock that stands still, and lets it run until the hint is there. */
  async function openHinted(page: Page): Promise<void> {
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1_000);
    await logIn(page, 'demo@example.com');
    await page.goto('/transactions/deposits', { waitUntil: 'commit' });
    await runUntil(page, () => hint(page).count());
  }

  test('that lists can be swiped is shown for two seconds, at the first visit', async ({ page }) => {
    await openHinted(page);
    await page.clock.runFor(1_900);
    await expect(hint(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(hint(page)).toHaveCount(0);
    expect(await wasShown(page)).toBe('shown');

    const { rows } = transactionsPage(page);
    await page.reload({ waitUntil: 'commit' });
    await runUntil(page, () => rows.count());
    await page.clock.runFor(100);
    await expect(hint(page)).toHaveCount(0);
  });

  test('it stands still for who wants no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHinted(page);
    const hand = hint(page).locator('path').last();
    await expect(hand).toBeVisible();
    expect(await hand.evaluate((path) => getComputedStyle(path).animationName)).toBe('none');
  });

  test('a swipe leads to the group beside, and not beyond the last', async ({ page }) => {
    await knowSwiping(page);
    await logIn(page, 'demo@example.com');
    await page.goto('/transactions/bonuses');
    const { rows, tabs } = transactionsPage(page);
    await expect(rows).toHaveCount(2);
    await swipe(page, [280, 420], [80, 430]);
    await expect(page).toHaveURL(/\/transactions\/credits$/);
    await expect(tabs.getByRole('link', { name: /^Credits/ })).toHaveAttribute('aria-current', 'page');
    await swipe(page, [280, 420], [80, 430]);
    await swipe(page, [80, 420], [280, 430]);
    await expect(page).toHaveURL(/\/transactions\/bonuses$/);
    // A thumb that scrolls the page moves down more than across.
    await swipe(page, [280, 600], [200, 420]);
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/\/transactions\/bonuses$/);
  });

  test('what is no part of the list is not swiped, nor what scrolls itself or is selected', async ({ page }) => {
    await knowSwiping(page);
    await logIn(page, 'demo@example.com');
    await page.goto('/transactions/bonuses');
    const { rows } = transactionsPage(page);
    await expect(rows).toHaveCount(2);
    const across = async (part: Locator, leadsTo: string) => {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      await swipe(page, [280, y], [80, y]);
      await expect(page).toHaveURL(new RegExp(`/transactions/${leadsTo}$`));
    };
    await across(page.getByRole('heading', { level: 1 }), 'bonuses');
    await across(page.getByRole('navigation', { name: 'Kinds of transactions' }), 'bonuses');
    await rows.first().evaluate((row) => getSelection()?.selectAllChildren(row));
    await across(rows.first(), 'bonuses');
    await page.evaluate(() => getSelection()?.removeAllRanges());
    // As a table would that is wider than its screen.
    await rows.first().evaluate((row) => {
      const wide = Object.assign(document.createElement('p'), { style: 'width: 900px', textContent: 'Wide' });
      const scrolled = Object.assign(document.createElement('div'), { style: 'overflow-x: auto' });
      scrolled.append(wide);
      row.closest('section')?.prepend(scrolled);
    });
    await across(page.getByText('Wide', { exact: true }).locator('xpath=..'), 'bonuses');
    await across(rows.nth(1), 'credits');
  });

  test('a question that is open stays, whatever a thumb does on it', async ({ page }) => {
    await knowSwiping(page);
    await logIn(page, 'demo@example.com');
    await page.goto('/transactions/withdrawals');
    const { rows } = transactionsPage(page);
    await rows.filter({ hasText: 'Pending' }).getByRole('button', { name: 'Withdrawal', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel this withdrawal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the withdrawal?' });
    await expect(dialog).toBeVisible();
    const box = await dialog.boundingBox();
    const y = (box?.y ?? 0) + 40;
    await swipe(page, [280, y], [80, y]);
    await expect(page).toHaveURL(/\/transactions\/withdrawals$/);
    await expect(dialog).toBeVisible();
  });
});

test('on a desk there is nothing to swipe', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/deposits');
  await expect(transactionsPage(page).rows.first()).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
  expect(await wasShown(page)).toBeNull();
});
