import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/**
 * Expects that neither the page nor a part of it scrolls sideways. Rows of tabs may. With `wideTable` a table of twelve
 * columns may scroll inside its own panel.
 */
export async function expectNoHorizontalScroll(page: Page, { wideTable = false } = {}): Promise<void> {
  const wide = await page.evaluate((isTableWide) => {
    const root = document.documentElement;
    const made = (part: HTMLElement) =>
      part.role === 'tablist' ||
      (isTableWide && part.querySelector('tr[data-position]')) ||
      // A live block that can be focused and scrolls inside itself.
      (part.tabIndex === 0 && part.closest('[data-live]'));
    const scrolls = (part: HTMLElement) =>
      part === root || (/auto|scroll/.test(getComputedStyle(part).overflowX) && !made(part));
    return [...document.querySelectorAll<HTMLElement>('html, body *')]
      .filter((part) => part.scrollWidth > part.clientWidth && scrolls(part))
      .map((part) => `${part.tagName} ${part.className}: ${part.scrollWidth} px in ${part.clientWidth}`);
  }, wideTable);
  expect(wide).toEqual([]);
}
