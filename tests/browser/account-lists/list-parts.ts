import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';

/** The parts of the page of transactions. */
export function transactionsPage(page: Page) {
  const main = page.getByRole('main');
  const rows = main.locator('tr[data-transaction]');
  return {
    main,
    rows,
    tabs: main.getByRole('navigation', { name: 'Kinds of transactions' }),
    column: (name: string) => rows.locator(`[data-column="${name}"]`),
    head: (name: string) => main.getByRole('columnheader', { name }),
  };
}

/** What cells say, from top to bottom, with each white space as one blank. */
export async function textsOf(cells: Locator): Promise<string[]> {
  return (await cells.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The page was shown that lists can be swiped: the hint comes once, and tests about something else do not meet it. */
export async function knowSwiping(page: Page): Promise<void> {
  await page.addInitScript((key) => localStorage.setItem(key, 'shown'), storageKeys.swipeHint);
}

/** On none of these screens does the page stand out; it is left on the last of them. */
export async function expectNoSidewaysAt(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideways(page);
  }
}

/** Nothing on the page makes it wider than the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // What follows the width by a script does so in the next frame.
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}
