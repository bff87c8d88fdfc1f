import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { userEvent } from 'vitest/browser';

/** Actions of a keyboard user. */

const furthest = 100;

/** Presses Tab, or Shift+Tab, until an element has the focus. Fails if it cannot be reached by keyboard. */
export async function tabTo(target: Locator, options: { shift?: boolean } = {}): Promise<void> {
  await expect.element(target).toBeVisible();
  for (let presses = 0; presses < furthest && target.element() !== document.activeElement; presses += 1)
    await userEvent.tab(options);
  await expect.element(target).toHaveFocus();
}

/** Replaces the text of the focused field. */
export async function typeOver(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.keyboard(text === '' ? '{Delete}' : text);
}
