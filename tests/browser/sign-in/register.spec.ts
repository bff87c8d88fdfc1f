import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chosenPassword } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { expect } from '../product-test.ts';
import { registrationTest as test } from '../switches/switched-test.ts';
import { kept, keptSession } from './sign-in-parts.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Open account' }).click();

test('a visitor from a referral link registers and is led to the rest of the profile', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/about?ref=abc123&tag=spring');
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Open an account' }).click();
  await page.waitForURL('**/register');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoFaultsInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');

  // Input that is typed and submitted before the scripts are loaded is kept, the phone number included, and is sent
  // once they are.
  const letLoad = await holdScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  const typed = { 'First name': 'Ada', 'Last name': 'Lovelace', Email: 'Ada@Example.com' };
  const rest = { 'Phone number': '020 7946 0018', Password: 'Football1!' };
  for (const [label, value] of Object.entries({ ...typed, ...rest })) await field(page, label).fill(value);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open account' })).toBeDisabled();
  const early = page.waitForRequest('**/api/accounts/register');
  letLoad();
  expect((await early).postDataJSON()).toMatchObject({
    ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+442079460018', country: 'GB' },
    ...{ agree: true, ref: 'abc123', source_tag: 'spring', source_page: '/about', lang: 'en' },
    info: expect.stringContaining('"ip"'),
  });
  await expect(field(page, 'Password')).toHaveAccessibleDescription('This password is too easy to guess');
  await expect(field(page, 'Password')).toBeFocused();
  expect(await kept(page, 'session')).toBeNull();
  await field(page, 'Email').fill('demo@example.com');
  // The password is pasted, as from a password manager.
  await page.evaluate((text) => navigator.clipboard.writeText(text), chosenPassword);
  await field(page, 'Password').fill('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page, 'Password')).toHaveValue(chosenPassword);
  await send(page);
  await expect(field(page, 'Email')).toHaveAccessibleDescription('This email already exist');
  await expectNoFaultsInBothThemes(page);

  await field(page, 'Email').fill('ada@example.com');
  await send(page);
  await page.waitForURL('**/my-account/info');
  const { user } = await keptSession(page);
  expect(await kept(page, 'registered')).toBe(user.uniqid);
  expect(user).toMatchObject({
    ...{ email: 'ada@example.com', phone: '+442079460018', country_id: 826, verified_account: 0 },
  });

  await page.goto('/register', { waitUntil: 'commit' });
  await page.waitForURL('**/platform/BTCUSD');
});
