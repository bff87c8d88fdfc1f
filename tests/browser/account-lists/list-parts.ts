import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';

/** The parts of the transactions page. */
export function transactionsPage(page: Page) {
  const main = page.getByRole('main');
  const rows = main.locator('tr[data-transaction]');
  return {
    main,
    rows,
    tabs: main.getByRole('navigation', { name: 'Transaction types' }),
    column: (name: string) => rows.locator(`[data-column="${name}"]`),
    head: (name: string) => main.getByRole('columnheader', { name }),
  };
}

/** The texts of the cells from top to bottom, with each run of white space as one blank. */
export async function textsOf(cells: Locator): Promise<string[]> {
  return (await cells.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Marks the hint that lists can be swiped as seen. It appears once, and would disturb tests about something else. */
export async function dismissSwipeHint(page: Page): Promise<void> {
  await page.addInitScript((key) => localStorage.setItem(key, 'shown'), storageKeys.swipeHint);
}

/** Expects no sideways scrolling at any of these widths. The page keeps the last one. */
export async function expectNoSidewaysAt(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }
}

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // Scripts that react to the width run in the next animation frame.
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}
