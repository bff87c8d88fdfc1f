import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** What somebody without a mouse does. */

const furthest = 150;

/** Presses Tab, or Shift+Tab, until an element has the focus. Fails if the keyboard never reaches it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < furthest; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Replaces the text of the focused field. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.type(text);
}
