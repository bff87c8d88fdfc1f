import { expectNoFaults } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { chooseTheme } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { logInAsAffiliate, panel, sendTestPostback } from './affiliate-parts.ts';

test('a link leads to a page, and says who sent the visitor and from where', async ({ page, context }) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { main } = panel(page);
  await main.getByRole('link', { name: 'Links' }).click();
  await expect(page).toHaveURL(/\/affiliate\?view=links$/);
  const link = main.getByRole('textbox', { name: 'Your link' });
  await expect(link).toHaveValue(/^http:\/\/localhost:4321\/\?ref=[\w-]+$/);
  await main.getByLabel('Page that it leads to').selectOption({ label: 'About' });
  await main.getByLabel('Source tag').fill('newsletter-11');
  await expect(link).toHaveValue(/\/about\?ref=[\w-]+&tag=newsletter-11$/);
  await main.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toBeVisible();

  const tag = main.getByLabel('Source tag');
  await tag.fill('news letter');
  await expect(tag).toHaveAccessibleDescription('Letters, digits, dots, hyphens and underscores only');
  await expect(link).toHaveValue(/\/about\?ref=[\w-]+$/);
  await page.goBack();
  await expect(panel(page).rows).toHaveCount(12);
  expect(faults).toEqual([]);
});

test('a new password: faults are at their fields, and a weak one is refused', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate?view=password');
  const { main } = panel(page);
  const [fresh, again] = [main.getByLabel('New password'), main.getByLabel('Confirm password')];
  const submit = main.getByRole('button', { name: 'Change password' });
  await fresh.fill('Hafen-Speicher 1840');
  await again.fill('Hafen-Speicher 1841');
  await submit.click();
  await expect(again).toHaveAccessibleDescription('The passwords do not match');
  await fresh.fill('password');
  await again.fill('password');
  await submit.click();
  await expect(fresh).toHaveAccessibleDescription('This password is too easy to guess');
});

test('where the log-in is not fresh the password that there is is asked for too', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.route('**/api/affiliate/updatePassword', async (route) => {
    const { current_password: current } = route.request().postDataJSON() as { current_password?: string };
    const refused = { status: 'error', error: { code: 'CURRENT_PASSWORD_REQUIRED', message: '' } };
    await route.fulfill({ json: current === undefined ? refused : { status: 'success', data: null } });
  });
  await page.goto('/affiliate?view=password');
  const { main } = panel(page);
  await main.getByLabel('New password').fill('Hafen-Speicher 1840');
  await main.getByLabel('Confirm password').fill('Hafen-Speicher 1840');
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type('demo1234');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: 'The password was changed' })).toBeVisible();
  await expect(main.getByLabel('New password')).toHaveValue('');
});

for (const view of ['links', 'postbacks', 'compare', 'password'])
  for (const [width, theme, path] of [
    [1440, 'dark', '/affiliate'],
    [1440, 'light', '/de/affiliate'],
    [360, 'dark', '/de/affiliate'],
    [360, 'light', '/affiliate'],
  ] as const) {
    test(`${view} at ${width} px in the ${theme} theme hinder nobody at ${path}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await chooseTheme(page, theme);
      await logInAsAffiliate(page);
      if (view === 'postbacks') await sendTestPostback(page);
      await page.goto(`${path}?view=${view}`);
      await expect(panel(page).main.locator('h2:visible').first()).toBeVisible();
      if (view === 'links') await expect(panel(page).main.getByRole('img')).toBeVisible();
      if (view === 'postbacks') {
        await expect(panel(page).main.locator('tr[data-delivery]').first()).toBeVisible();
        await panel(page).main.locator('summary').click();
        await expect(panel(page).main.getByText('webhook-timestamp').last()).toBeVisible();
      }
      await expectNoSideways(page);
      await expectNoFaults(page);
    });
  }
