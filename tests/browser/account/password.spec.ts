import type { Page } from '@playwright/test';
import { chosenPassword } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { openAccount } from './account-parts.ts';
import { expect, test } from './account-test.ts';

const languages = [
  {
    start: '',
    titles: { new: 'New password', confirm: 'Confirm password', current: 'Current password' },
    required: (title: string) => `${title} is required`,
    minimum: 'New password has minimum 8 characters',
    maximum: 'New password has maximum 200 characters',
    differ: 'The passwords do not match',
    asked: 'Please enter your current password too.',
    wrong: 'The current password is not right.',
    submit: 'Change password',
    saved: 'The data was successfully saved',
  },
  {
    start: '/de',
    titles: { new: 'Neues Passwort', confirm: 'Passwort wiederholen', current: 'Aktuelles Passwort' },
    required: (title: string) => `${title} ist erforderlich`,
    minimum: 'Neues Passwort muss mindestens 8 Zeichen haben',
    maximum: 'Neues Passwort darf höchstens 200 Zeichen haben',
    differ: 'Die Passwörter stimmen nicht überein',
    asked: 'Bitte geben Sie auch Ihr aktuelles Passwort ein.',
    wrong: 'Das aktuelle Passwort stimmt nicht.',
    submit: 'Passwort ändern',
    saved: 'Die Daten wurden erfolgreich gespeichert',
  },
] as const;

const field = (page: Page, title: string) => page.getByLabel(title, { exact: true });

for (const { start, titles, required, minimum, maximum, differ, asked, wrong, submit, saved } of languages) {
  const lang = start === '' ? 'en' : 'de';

  test(`what a new password lacks is said at it, in ${lang}`, async ({ page }) => {
    await openAccount(page, 'password', { email: 'limited@example.com', start });
    const change = page.getByRole('button', { name: submit });
    await change.click();
    await expect(field(page, titles.new)).toHaveAccessibleDescription(required(titles.new));
    await expect(field(page, titles.confirm)).toHaveAccessibleDescription(required(titles.confirm));
    await expect(field(page, titles.new)).toBeFocused();
    await field(page, titles.new).fill('seven77');
    await expect(field(page, titles.new)).toHaveAccessibleDescription(minimum);
    await field(page, titles.new).fill('x'.repeat(201));
    await expect(field(page, titles.new)).toHaveAccessibleDescription(maximum);
    await field(page, titles.new).fill('eight888');
    await field(page, titles.confirm).fill('eight889');
    await change.click();
    await expect(field(page, titles.confirm)).toHaveAccessibleDescription(differ);
    await expect(field(page, titles.confirm)).toBeFocused();
  });

  test(`the current password is asked for where the server wants it, in ${lang}`, async ({ page, email }) => {
    const answers = ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG'];
    await page.route('**/api/accounts/updatePassword', (route) => {
      const code = answers.shift();
      if (code === undefined) return route.continue();
      return route.fulfill({ status: 403, json: { status: 'error', error: { code, message: '' } } });
    });
    await openAccount(page, 'password', { email, start });
    await expect(field(page, titles.current)).toHaveCount(0);
    await field(page, titles.new).fill('Quayside 4417');
    await field(page, titles.confirm).fill('Quayside 4417');
    const change = page.getByRole('button', { name: submit });
    await change.click();
    const current = field(page, titles.current);
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(asked);
    await expect(field(page, titles.new)).toHaveValue('Quayside 4417');
    await current.fill('not-mine');
    await change.click();
    await expect(current).toHaveAccessibleDescription(wrong);
    await expect(page.getByText(saved)).toBeHidden();
    await current.fill('');
    await change.click();
    await expect(current).toHaveAccessibleDescription(required(titles.current));
    await current.fill(chosenPassword);
    await change.click();
    await expect(page.getByRole('status').getByText(saved)).toBeVisible();
    await expect(current).toHaveCount(0);
    await expect(field(page, titles.new)).toHaveValue('');
  });
}

for (const width of [1440, 360]) {
  test(`a password is changed with the keys alone at ${width} px, and it is the one that counts`, async ({
    page,
    email,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAccount(page, 'password', { email });
    await tabTo(page, field(page, 'New password'));
    await page.keyboard.type('Quayside 4417');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(field(page, 'New password')).toHaveAttribute('type', 'text');
    await tabTo(page, field(page, 'Confirm password'));
    await page.keyboard.type('Quayside 4417');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('The data was successfully saved')).toBeVisible();
    const logIn = (password: string) => page.request.post('/api/accounts/login', { data: { email, password } });
    expect((await logIn('Quayside 4417')).status()).toBe(200);
    expect((await logIn(chosenPassword)).status()).toBe(401);
  });
}

test('where it was not saved, nothing says so', async ({ page }) => {
  await page.route('**/api/accounts/updatePassword', (route) => route.abort());
  await openAccount(page, 'password', { email: 'limited@example.com' });
  await field(page, 'New password').fill('Quayside 4417');
  await field(page, 'Confirm password').fill('Quayside 4417');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(page.getByText('The data was successfully saved')).toBeHidden();
  await expect(field(page, 'New password')).toHaveValue('Quayside 4417');
});
