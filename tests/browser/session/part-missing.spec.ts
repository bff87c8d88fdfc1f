import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';

/** What watches over a session is a script of its own; a flaky line, or a newer site, may have none of that name. */
const script = '**/_astro/account-menu-client*.js';
const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
/** The menu knows its customer: the script is at work. */
const menu = (page: Page) => page.locator('[data-account-menu][data-verified]');

for (const width of [1440, 360]) {
  test(`where it cannot be had the page says so, and can be loaded again, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(fault.message));
    await page.route(script, (route) => route.abort());
    await logIn(page, 'demo@example.com');
    await page.goto('/transactions/deposits');
    await expect(note(page)).toBeVisible();
    await expectNoFaults(page);
    expect(faults).toEqual([]);

    await page.unroute(script);
    await note(page).getByRole('link', { name: 'Load it again' }).click();
    await expect(menu(page)).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/transactions\/deposits\?$/);
  });
}
