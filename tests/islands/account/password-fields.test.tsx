import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getCountries, updatePassword } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getUser } from '../../../src/lib/contract/endpoints.ts';
import { aCustomer, test as base } from '../../support/component/component-test.tsx';
import { expectPassword, expectSaid, field, press } from '../../support/component/sign-in.tsx';
import { accountIsland } from '../../support/component/security.tsx';

/** Passwords are masked until somebody shows them, and work with password managers and pasting. */
const test = base.extend('showPassword', ({ server, show, logIn }) => async (locale: 'en' | 'de' = 'en') => {
  logIn();
  server.answer(getUser, aCustomer);
  server.answer(getCountries, []);
  await show(await accountIsland('password', locale));
});

test('the password fields of a change are masked, marked for password managers, and can be pasted into', async ({
  showPassword,
}) => {
  await showPassword();
  for (const label of ['New password', 'Confirm password']) await expectPassword(field(label), 'new-password');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect.element(field('New password')).toHaveAttribute('type', 'text');
});

test('a password that is too easy is refused at its field, and the input stays', async ({ server, showPassword }) => {
  server.refuse(updatePassword, 'VALIDATION', { new_password: 'This password is too easy to guess' });
  await showPassword('de');
  await field('Neues Passwort').fill('nora.sonnenschein');
  await field('Passwort wiederholen').fill('nora.sonnenschein');
  await press('Passwort ändern');
  await expectSaid(field('Neues Passwort'), 'Dieses Passwort ist zu leicht zu erraten');
  await expect.element(field('Neues Passwort')).toHaveFocus();
  await expect.element(field('Passwort wiederholen')).toHaveValue('nora.sonnenschein');
});
