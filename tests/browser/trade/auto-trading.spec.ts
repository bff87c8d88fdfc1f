import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { openTerminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const autoTrading = (page: Page) => page.getByRole('switch', { name: 'Auto trading' });
const note = (page: Page) => page.getByText('the broker’s strategy opens and closes positions for you');

test('is switched by keyboard, kept, and the same on every page of the account', async ({ page, browser, baseURL }) => {
  await openTerminal(page);
  const elsewhere = await browser.newPage({ baseURL });
  await openTerminal(elsewhere);
  await expect(autoTrading(page)).not.toBeChecked();

  await autoTrading(page).focus();
  await page.keyboard.press('Space');
  await expect(autoTrading(page)).toBeChecked();
  await expect(autoTrading(elsewhere)).toBeChecked();
  await page.reload();
  await expect(autoTrading(page)).toBeChecked();

  await autoTrading(elsewhere).click();
  await expect(autoTrading(elsewhere)).not.toBeChecked();
  await expect(autoTrading(page)).not.toBeChecked();
  await elsewhere.close();
});

test('stays as it was until the server confirms, and says so where it does not', async ({ page }) => {
  await openTerminal(page);
  const asked: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/accounts/autoTrading', async (route) => {
    asked.push(route.request().postData() ?? '');
    await answered;
    await route.abort();
  });
  await autoTrading(page).click();
  await expect(autoTrading(page)).toHaveAttribute('aria-busy', 'true');
  await expect(autoTrading(page)).not.toBeChecked();
  await autoTrading(page).click();
  answer();
  await expect(page.getByRole('alert').getByText('The server did not confirm the switch.')).toBeVisible();
  await expect(autoTrading(page)).toHaveAttribute('aria-busy', 'false');
  await expect(autoTrading(page)).not.toBeChecked();
  expect(asked).toEqual(['{"auto_trading":1}']);

  await page.unroute('**/api/accounts/autoTrading');
  await autoTrading(page).click();
  await expect(autoTrading(page)).toBeChecked();
  await expect(page.getByText('The server did not confirm the switch.')).toHaveCount(0);
  await autoTrading(page).click();
  await expect(autoTrading(page)).not.toBeChecked();
});

for (const width of [1440, 900, 360]) {
  test(`fits ${width} px, and says on request what it does`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await openTerminal(page);
    await expect(note(page)).toBeHidden();
    await page.getByRole('button', { name: 'What auto trading does' }).press('Enter');
    await expect(note(page)).toBeVisible();
    const box = await note(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    await expectNoFaultsInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await expect(note(page)).toBeHidden();
  });
}
