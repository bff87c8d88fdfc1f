import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { openTerminal, terminal } from '../customer.ts';

/** The chart's canvas, whose accessible name says which period it shows. */
export function viewOf(page: Page): Locator {
  return terminal(page).chart.getByRole('img', { name: / bars from / });
}

export async function viewText(page: Page): Promise<string> {
  return (await viewOf(page).getAttribute('aria-label')) ?? '';
}

export function legend(page: Page, name: string): Locator {
  return terminal(page).chart.locator(`[data-bar="${name}"]`);
}

export async function open(page: Page, path = '/platform/BTCUSD'): Promise<void> {
  await openTerminal(page, { address: path });
  await expect(viewOf(page)).toBeVisible();
}

export async function choose(page: Page, resolution: string): Promise<void> {
  await terminal(page).chart.getByText(resolution, { exact: true }).click();
  await expect(viewOf(page)).toHaveAttribute('data-bars', new RegExp(` ${resolution}$`));
  await drawn(page);
}

/** Waits until the change is drawn: the chart and its overlays follow in the next animation frame. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Drags from the middle of a part of the screen by so many pixels, and releases. */
export async function drag(page: Page, part: Locator, by: { x?: number; y?: number }, atEnd?: () => Promise<void>) {
  // Waits until the part no longer moves and nothing covers it.
  await part.hover();
  const box = await part.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 4 });
  await drawn(page);
  await atEnd?.();
  await page.mouse.up();
  await drawn(page);
}
