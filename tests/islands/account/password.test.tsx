import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updatePassword } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { tabTo } from '../../support/component/keyboard.ts';
import { field, test } from '../../support/component/shown-account.tsx';

/** Changing a customer's password. The server decides which passwords are valid. */

const languages = [
  {
    locale: 'en',
    titles: { new: 'New password', confirm: 'Confirm password', current: 'Current password' },
    required: (title: string) => `${title} is required`,
    minimum: 'New password has minimum 8 characters',
    maximum: 'New password has maximum 200 characters',
    differ: 'The passwords do not match',
    asked: 'Enter your current password.',
    wrong: 'Your current password is incorrect.',
    submit: 'Change password',
    saved: 'The data was successfully saved',
  },
  {
    locale: 'de',
    titles: { new: 'Neues Passwort', confirm: 'Passwort wiederholen', current: 'Aktuelles Passwort' },
    required: (title: string) => `${title} ist erforderlich`,
    minimum: 'Neues Passwort muss mindestens 8 Zeichen haben',
    maximum: 'Neues Passwort darf höchstens 200 Zeichen haben',
    differ: 'Die Passwörter stimmen nicht überein',
    asked: 'Geben Sie Ihr aktuelles Passwort ein.',
    wrong: 'Ihr aktuelles Passwort ist falsch.',
    submit: 'Passwort ändern',
    saved: 'Die Daten wurden erfolgreich gespeichert',
  },
] as const;

test.for(languages)(
  'faults of a new password are shown at its field, in $locale',
  async (words, { showAccount, server }) => {
    const { locale, titles, required, minimum, maximum, differ, submit } = words;
    await showAccount('password', { locale });
    const change = page.getByRole('button', { name: submit });
    await change.click();
    await expect.element(field(titles.new)).toHaveAccessibleDescription(required(titles.new));
    await expect.element(field(titles.confirm)).toHaveAccessibleDescription(required(titles.confirm));
    await expect.element(field(titles.new)).toHaveFocus();
    await field(titles.new).fill('seven77');
    await expect.element(field(titles.new)).toHaveAccessibleDescription(minimum);
    await field(titles.new).fill('x'.repeat(201));
    await expect.element(field(titles.new)).toHaveAccessibleDescription(maximum);
    await field(titles.new).fill('eight888');
    await field(titles.confirm).fill('eight889');
    await change.click();
    await expect.element(field(titles.confirm)).toHaveAccessibleDescription(differ);
    await expect.element(field(titles.confirm)).toHaveFocus();
    expect(server.asked(updatePassword)).toEqual([]);
  },
);

test.for(languages)(
  'the current password is asked for if the server requires it, in $locale',
  async (words, { showAccount, server }) => {
    const { locale, titles, required, asked, wrong, submit, saved } = words;
    server.refuse(updatePassword, 'CURRENT_PASSWORD_REQUIRED');
    await showAccount('password', { locale });
    const current = field(titles.current);
    await expect.element(current).not.toBeInTheDocument();
    await field(titles.new).fill('Quayside 4417');
    await field(titles.confirm).fill('Quayside 4417');
    const change = page.getByRole('button', { name: submit });
    await change.click();
    await expect.element(current).toHaveFocus();
    await expect.element(current).toHaveAccessibleDescription(asked);
    await expect.element(field(titles.new)).toHaveValue('Quayside 4417');
    server.refuse(updatePassword, 'CURRENT_PASSWORD_WRONG');
    await current.fill('not-mine');
    await change.click();
    await expect.element(current).toHaveAccessibleDescription(wrong);
    await expect.element(page.getByText(saved)).not.toBeInTheDocument();
    await current.fill('');
    await change.click();
    await expect.element(current).toHaveAccessibleDescription(required(titles.current));
    server.answer(updatePassword, null);
    await current.fill('Donaukanal 1220');
    await change.click();
    await expect.element(page.getByRole('status').getByText(saved)).toBeVisible();
    await expect.element(current).not.toBeInTheDocument();
    await expect.element(field(titles.new)).toHaveValue('');
    const pair = { new_password: 'Quayside 4417', confirm_password: 'Quayside 4417' };
    expect(server.asked(updatePassword).map(({ body }) => body)).toEqual([
      pair,
      { ...pair, current_password: 'not-mine' },
      { ...pair, current_password: 'Donaukanal 1220' },
    ]);
  },
);

test.for([1440, 360])(
  'a password can be changed by keyboard alone at %i px',
  async (width, { showAccount, server }) => {
    server.answer(updatePassword, null);
    await page.viewport(width, 800);
    await showAccount('password');
    await tabTo(field('New password'));
    await userEvent.keyboard('Quayside 4417');
    await userEvent.tab();
    await userEvent.keyboard(' ');
    await expect.element(field('New password')).toHaveAttribute('type', 'text');
    await tabTo(field('Confirm password'));
    await userEvent.keyboard('Quayside 4417{Enter}');
    await expect.element(page.getByRole('status').getByText('The data was successfully saved')).toBeVisible();
    expect(server.asked(updatePassword)[0]?.body).toMatchObject({ new_password: 'Quayside 4417' });
  },
);

test('a failed save does not say that it was saved', async ({ showAccount, server }) => {
  server.beUnreachable(updatePassword);
  await showAccount('password');
  await field('New password').fill('Quayside 4417');
  await field('Confirm password').fill('Quayside 4417');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("We can't connect right now.");
  await expect.element(page.getByText('The data was successfully saved')).not.toBeInTheDocument();
  await expect.element(field('New password')).toHaveValue('Quayside 4417');
});
