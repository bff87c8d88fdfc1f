import type { Page } from '@playwright/test';
import { openAccount } from '../account/account-parts.ts';
import { expect } from '../product-test.ts';
import { field, fill, send } from './register-parts.ts';
import { registrationTest as test } from '../switches/switched-test.ts';

/** Passwords are masked until somebody wants to look, and nothing stands in the way of managers and of pasting. */

interface PasswordForm {
  name: string;
  /** Their labels, and what they are to managers. */
  fields: Record<string, string>;
  open: (page: Page) => Promise<unknown>;
}

const forms: PasswordForm[] = [
  { name: 'the log-in', fields: { Password: 'current-password' }, open: (page: Page) => page.goto('/login') },
  { name: 'the registration', fields: { Password: 'new-password' }, open: (page: Page) => page.goto('/register') },
  {
    name: 'the change',
    fields: { 'New password': 'new-password', 'Confirm password': 'new-password' },
    open: (page: Page) => openAccount(page, 'password', { email: 'limited@example.com' }),
  },
];

for (const { name, fields, open } of forms) {
  test(`the passwords of ${name} are masked, named to managers, and can be pasted`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    for (const [label, kind] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', kind);
      await page.evaluate(() => navigator.clipboard.writeText(' from a manager 7351 '));
      await field.focus();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(field).toHaveValue(' from a manager 7351 ');
    }
    await page.getByRole('button', { name: 'Show the password' }).first().click();
    await expect(page.getByLabel(Object.keys(fields)[0] ?? '', { exact: true })).toHaveAttribute('type', 'text');
  });
}

test('a registration is told at the field that its password is too easy, and goes on with another', async ({
  page,
}) => {
  await page.goto('/register');
  await fill(page, 'easy@example.com');
  await field(page, 'Password').fill('Football1!');
  await send(page);
  await expect(field(page, 'Password')).toHaveAccessibleDescription('This password is too easy to guess');
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill('three kettles hum');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('At least 8 characters.');
  await send(page);
  await expect(page).toHaveURL(/my-account\/info/);
});

test('a change is told at the field that the new password is too easy, and keeps what was typed', async ({ page }) => {
  await openAccount(page, 'password', { email: 'new@example.com', start: '/de' });
  await field(page, 'Neues Passwort').fill('nora.sonnenschein');
  await field(page, 'Passwort wiederholen').fill('nora.sonnenschein');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(field(page, 'Neues Passwort')).toHaveAccessibleDescription('Dieses Passwort ist zu leicht zu erraten');
  await expect(field(page, 'Neues Passwort')).toBeFocused();
  await expect(field(page, 'Passwort wiederholen')).toHaveValue('nora.sonnenschein');
});
