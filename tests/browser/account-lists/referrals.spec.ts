import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectNoSidewaysAt } from './list-parts.ts';

/** The customer's referral code, as the server knows it. */
async function codeOf(page: Page): Promise<string> {
  const session = await page.evaluate(() => localStorage.getItem('session') ?? '{}');
  return (JSON.parse(session) as { user: { uniqid: string } }).user.uniqid;
}

const linkField = (page: Page) => page.getByRole('textbox', { name: 'Your link' });

test('a visitor is asked to log in, and comes back', async ({ page }) => {
  await page.goto('/referrals');
  await expect(page).toHaveURL(/\/login\?next=%2Freferrals$/);
});

test('the link is the site with the customer’s code, and who came by it is listed', async ({ page, context }) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, 'demo@example.com');
  await page.goto('/referrals');
  const link = `http://localhost:4321/?ref=${await codeOf(page)}`;
  await expect(linkField(page)).toHaveValue(link);
  const rows = page.getByRole('region', { name: 'Came by your link' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Jonas Keller');
  await expect(rows).toContainText('jonas.keller@example.com');
  await expect(rows.locator('time')).toHaveText(/\d{4}/);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(faults).toEqual([]);
});

test('a link that was followed is remembered for a registration', async ({ page }) => {
  await page.goto('/?ref=abc123');
  expect(await page.evaluate(() => localStorage.getItem('ref'))).toBe('abc123');
});

test('where the browser lets nobody copy, the link is there to be selected', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }),
  );
  await logIn(page, 'demo@example.com');
  await page.goto('/referrals');
  await expect(linkField(page)).not.toHaveValue('');
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Select the link' })).toBeVisible();
  await linkField(page).focus();
  const selected = await linkField(page).evaluate((input: HTMLInputElement) => {
    return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
  });
  expect(selected).toContain('?ref=');
});

test('the code is drawn for the link, as a picture with a name', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/referrals');
  const code = page.getByRole('img', { name: 'QR code of your link' });
  await expect(code).toBeVisible();
  // A border of 4 modules on each side, and 21 or more within.
  const side = Number(((await code.getAttribute('viewBox')) ?? '').split(' ')[2]);
  expect((side - 8 - 21) % 4).toBe(0);
  expect((await code.locator('path').getAttribute('d'))?.match(/M/g)?.length).toBeGreaterThan(150);
});

test('where the device can share, the link is shared; who changes their mind sees no fault', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', {
      value: (data: unknown) => {
        shared.push(data);
        return shared.length === 1 ? Promise.resolve() : Promise.reject(new DOMException('', 'AbortError'));
      },
    });
  });
  await logIn(page, 'demo@example.com');
  await page.goto('/referrals');
  await expect(linkField(page)).not.toHaveValue('');
  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  await share.click();
  const url = await linkField(page).inputValue();
  const shared = { title: 'Vernier', text: 'Trade with Vernier', url };
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
    .toEqual([shared, shared]);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('who referred nobody is told what to do', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await page.goto('/referrals');
  await expect(page.getByRole('heading', { name: 'Nobody has come by your link yet' })).toBeVisible();
  await expect(page.getByText('Copy it above and send it to somebody')).toBeVisible();
});

test('by keyboard alone the link is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, 'demo@example.com');
  await page.goto('/referrals');
  await expect(linkField(page)).not.toHaveValue('');
  await tabTo(page, page.getByRole('button', { name: 'Copy the link' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
});

for (const [path, theme, widths] of [
  ['/referrals', 'dark', [320, 360, 1440]],
  ['/de/referrals', 'light', [1440, 360, 320]],
] as const) {
  test(`nothing hinders anybody and nothing is beyond the edge at ${path}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chooseTheme(page, theme);
    await logIn(page, 'demo@example.com');
    await page.goto(path);
    await expect(page.getByText('Jonas Keller')).toBeVisible();
    await expect(page.getByRole('main').getByRole('img')).toBeVisible();
    for (const several of [widths.slice(0, 2), widths.slice(2)]) {
      await expectNoSidewaysAt(page, several);
      await expectNoFaultsInBothThemes(page);
    }
  });
}
