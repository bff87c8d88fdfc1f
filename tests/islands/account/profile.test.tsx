import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateProfile } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getUser } from '../../../src/lib/contract/endpoints.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { aCustomer, aNewcomer, chosenIn, field, push, test } from '../../support/component/shown-account.tsx';

/** The profile of a customer. */

/** The fields' names and messages, in the two languages that the brand offers. */
const languages = [
  {
    locale: 'en',
    titles: [
      'First name',
      'Last name',
      'Date of birth',
      'Phone number',
      'Country',
      'State or region',
      'City',
      'Postal code',
      'Street',
    ],
    required: (title: string) => `${title} is required`,
    maximum: 'City has maximum 80 characters',
    phone: 'Phone number not valid',
    age: 'You must be at least 18 years old',
    incomplete: 'To activate your account you have to fill all the details',
    save: 'Save',
  },
  {
    locale: 'de',
    titles: [
      ...[
        'Vorname',
        'Nachname',
        'Geburtsdatum',
        'Telefonnummer',
        'Land',
        'Bundesland oder Region',
        'Ort',
        'Postleitzahl',
      ],
      'Straße',
    ],
    required: (title: string) => `${title} ist erforderlich`,
    maximum: 'Ort darf höchstens 80 Zeichen haben',
    phone: 'Ungültige Telefonnummer',
    age: 'Sie müssen mindestens 18 Jahre alt sein',
    incomplete: 'Füllen Sie alle Felder aus, um Ihr Konto zu aktivieren',
    save: 'Speichern',
  },
] as const;

const save = page.getByRole('button', { name: 'Save' });
const saved = page.getByRole('status').getByText('The data was successfully saved');

test.for(languages)('every detail is required, in $locale', async (words, { showAccount, server }) => {
  const { locale, required, incomplete } = words;
  const titles: readonly string[] = words.titles;
  const [first = '', , birth = '', , country = '', , city = ''] = titles;
  await showAccount('info', { locale, user: aNewcomer });
  await expect.element(page.getByText(incomplete)).toBeVisible();
  for (const title of titles) if (title !== country && title !== birth) await field(title).fill('');
  await page.getByRole('button', { name: words.save }).click();
  for (const title of titles) {
    await expect.element(page.getByText(required(title), { exact: true }).first()).toBeVisible();
    await expect.element(field(title)).toHaveAccessibleDescription(required(title));
  }
  await expect.element(field(first)).toHaveFocus();
  // Only the focused field is announced, because announcements of all fields at once would talk over each other.
  const spoken = page.getByCss('form [aria-live=polite]');
  await expect.element(spoken).toHaveLength(1);
  await expect.element(spoken).toHaveTextContent(required(first));
  await field(city).fill('x');
  await expect.element(page.getByText(required(city), { exact: true })).not.toBeInTheDocument();
  expect(server.asked(updateProfile)).toEqual([]);
});

test.for(languages)('a fault of a detail is shown at its field, in $locale', async (words, { showAccount }) => {
  const { locale, titles, phone, maximum, incomplete } = words;
  await showAccount('info', { locale });
  await expect.element(field(titles[6])).toHaveValue('Wien');
  await expect.element(page.getByText(incomplete)).not.toBeInTheDocument();
  await field(titles[3]).fill('12');
  await field(titles[6]).fill('x'.repeat(81));
  await page.getByRole('button', { name: words.save }).click();
  await expect.element(field(titles[3])).toHaveAccessibleDescription(phone);
  await expect.element(field(titles[6])).toHaveAccessibleDescription(maximum);
  await expect.element(field(titles[3])).toHaveFocus();
});

test.for(languages)(
  'a fault that only the server finds is shown at its field, in $locale',
  async (words, { showAccount, server }) => {
    const { locale, titles, age } = words;
    server.refuse(updateProfile, 'VALIDATION', { birth_date: 'You must be at least 18 years old' });
    await showAccount('info', { locale });
    const birth = field(titles[2]);
    await birth.fill('2020-02-29');
    await page.getByRole('button', { name: words.save }).click();
    await expect.element(birth).toHaveAccessibleDescription(age);
    await expect.element(birth).toHaveFocus();
    await expect.element(birth).toHaveValue('2020-02-29');
  },
);

test('the page shows what was saved, and values are trimmed before sending', async ({ showAccount, server }) => {
  const full = { ...aNewcomer, birth_date: '1988-05-05', country_id: 40, state: 'Wien', city: 'Wien' };
  server.answer(updateProfile, { ...full, zip_code: '1010', street: 'Graben 1' });
  await showAccount('info', { user: aNewcomer });
  const typed = {
    'State or region': 'Wien',
    City: '  Wien ',
    'Postal code': '1010',
    Street: 'Graben 1',
    'Date of birth': '1988-05-05',
  };
  for (const [title, text] of Object.entries(typed)) await field(title).fill(text);
  await field('Country').selectOptions('Austria');
  await save.click();
  await expect.element(saved).toBeVisible();
  const incomplete = page.getByText('To activate your account you have to fill all the details');
  await expect.element(incomplete).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Your account at a glance' })).toMatchTextContent('Austria');
  expect(server.asked(updateProfile)[0]?.body).toMatchObject({
    ...{ birth_date: '1988-05-05', country_id: 40, state: 'Wien', city: 'Wien', zip_code: '1010' },
    ...{ street: 'Graben 1', phone: '+493012345678' },
  });
});

test('a browser with an invalid language still works', async ({ showAccount, onTestFinished }) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix');
  onTestFinished(() => void vi.restoreAllMocks());
  await showAccount('info', { user: aNewcomer });
  await expect.element(field('Phone number')).toBeVisible();
});

test('a customer who has just registered goes on to the next step after saving the profile', async ({
  showAccount,
  server,
  destinations,
}) => {
  localStorage.setItem(storageKeys.registered, aCustomer.uniqid);
  server.answer(updateProfile, aCustomer);
  await showAccount('info');
  await save.click();
  await expect.poll(() => destinations).toEqual(['/payment/deposit']);
  await expect.element(saved).not.toBeInTheDocument();
});

test('an earlier registration in this browser does not redirect another customer', async ({
  showAccount,
  server,
  destinations,
}) => {
  localStorage.setItem(storageKeys.registered, 'somebody-else');
  server.answer(updateProfile, aCustomer);
  await showAccount('info');
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(destinations).toEqual([]);
});

test('input stays when the account changes meanwhile, and untouched fields follow', async ({ showAccount }) => {
  await showAccount('info');
  await field('Street').fill('Unter den Linden 1');
  await push({ ...aCustomer, first_name: 'Alexander', full_name: 'Alexander Customer' });
  await expect.element(field('First name')).toHaveValue('Alexander');
  await expect.element(field('Street')).toHaveValue('Unter den Linden 1');
});

test('a value saved differently from its input is confirmed, and follows the broker again', async ({
  showAccount,
  server,
}) => {
  server.answer(updateProfile, { ...aCustomer, street: 'Graben 1' });
  await showAccount('info');
  await field('Street').fill('Graben  1 ');
  // Enter submits the form without leaving the field, which would trim the input.
  await userEvent.keyboard('{Enter}');
  await expect.element(saved).toBeVisible();
  await expect.element(field('Street')).toHaveValue('Graben 1');
  await push({ ...aCustomer, street: 'Stephansplatz 3' });
  await expect.element(field('Street')).toHaveValue('Stephansplatz 3');
});

test('trailing blanks are not a change: the field follows the account', async ({ showAccount }) => {
  await showAccount('info');
  await field('City').fill('Wien ');
  await userEvent.tab();
  await push({ ...aCustomer, city: 'Hamburg' });
  await expect.element(field('City')).toHaveValue('Hamburg');
});

test('input survives an unreachable server', async ({ showAccount, server }) => {
  server.beUnreachable(updateProfile);
  server.answer(getUser, aCustomer);
  await showAccount('info');
  await field('Street').fill('Unter den Linden 1');
  await save.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("We can't connect right now.");
  await expect.element(field('Street')).toHaveValue('Unter den Linden 1');
  expect(chosenIn('Country')).toBe('Austria');
});
