import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** What somebody does who has no mouse. */

const furthest = 150;

/** Presses Tab, or Shift+Tab, until an element has the focus. Fails where the keyboard does not come to it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < furthest; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Writes over what is in the field that has the focus. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.type(text);
}
