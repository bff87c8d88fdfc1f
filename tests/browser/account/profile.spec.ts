import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { tabTo, typeOver } from '../keyboard.ts';
import { expectAccount, openAccount, openPush } from './account-parts.ts';
import { expect, test } from './account-test.ts';

/** The fields as they are called, and what is said of them, in the two languages that the brand offers. */
const languages = [
  {
    start: '',
    titles: ['First name', 'Last name', 'Birth date', 'Phone number', 'Country', 'State', 'City', 'Zip code', 'Street'],
    required: (title: string) => `${title} is required`,
    maximum: (title: string, count: number) => `${title} has maximum ${count} characters`,
    phone: 'Phone number not valid',
    age: 'You have to be at least 18 years old',
    incomplete: 'To activate your account you have to fill all the details',
    save: 'Save',
    saved: 'The data was successfully saved',
  },
  {
    start: '/de',
    titles: [
      'Vorname',
      'Nachname',
      'Geburtsdatum',
      'Telefonnummer',
      'Land',
      'Bundesland',
      'Ort',
      'Postleitzahl',
      'Straße',
    ],
    required: (title: string) => `${title} ist erforderlich`,
    maximum: (title: string, count: number) => `${title} darf höchstens ${count} Zeichen haben`,
    phone: 'Ungültige Telefonnummer',
    age: 'Sie müssen mindestens 18 Jahre alt sein',
    incomplete: 'Um Ihr Konto zu aktivieren, müssen Sie alle Angaben ausfüllen',
    save: 'Speichern',
    saved: 'Die Daten wurden erfolgreich gespeichert',
  },
] as const;

const field = (page: Page, title: string) => page.getByLabel(title, { exact: true });

for (const { start, titles, required, maximum, phone, age, incomplete, save } of languages) {
  const lang = start === '' ? 'en' : 'de';
  const [, , birth, phoneTitle, country, , city] = titles;

  test(`every detail is required, in ${lang}`, async ({ page }) => {
    await openAccount(page, 'info', { email: 'new@example.com', start });
    await expect(page.getByText(incomplete)).toBeVisible();
    for (const title of titles) if (title !== country && title !== birth) await field(page, title).fill('');
    await page.getByRole('button', { name: save }).click();
    for (const title of titles) {
      await expect(page.getByText(required(title), { exact: true })).toBeVisible();
      await expect(field(page, title)).toHaveAccessibleDescription(required(title));
    }
    await expect(field(page, titles[0])).toBeFocused();
    // What has the keyboard is read out; that all of them talk at once helps nobody.
    await expect(page.locator('main form [aria-live=polite]')).toHaveText([required(titles[0])]);
    await field(page, city).fill('x');
    await expect(page.getByText(required(city), { exact: true })).toBeHidden();
  });

  test(`what is wrong with a detail is said at it, in ${lang}`, async ({ page }) => {
    await openAccount(page, 'info', { email: 'demo@example.com', start });
    await expect(page.getByText(incomplete)).toBeHidden();
    await field(page, phoneTitle).fill('12');
    await field(page, city).fill('x'.repeat(81));
    await page.getByRole('button', { name: save }).click();
    await expect(field(page, phoneTitle)).toHaveAccessibleDescription(phone);
    await expect(field(page, city)).toHaveAccessibleDescription(maximum(city, 80));
    await expect(field(page, phoneTitle)).toBeFocused();
  });

  test(`what only the server refuses is said at its field, in ${lang}`, async ({ page }) => {
    await openAccount(page, 'info', { email: 'demo@example.com', start });
    await field(page, birth).fill('2020-02-29');
    await page.getByRole('button', { name: save }).click();
    await expect(field(page, birth)).toHaveAccessibleDescription(age);
    await expect(field(page, birth)).toBeFocused();
    await expect(field(page, birth)).toHaveValue('2020-02-29');
  });
}

for (const width of [1440, 360]) {
  test(`a profile is completed with the keys alone at ${width} px`, async ({ page, email }) => {
    const [{ incomplete, saved }] = languages;
    await page.setViewportSize({ width, height: 800 });
    await openAccount(page, 'info', { email });
    await expect(page.getByText(incomplete)).toBeVisible();
    await tabTo(page, field(page, 'Birth date'));
    // The browser's own field takes day, month and year one behind the other, in the order of the browser.
    await page.keyboard.type('05051988');
    await tabTo(page, field(page, 'Country'));
    await page.keyboard.type('Austria');
    for (const [title, text] of [
      ['State', 'Wien'],
      ['City', '  Wien '],
      ['Zip code', '1010'],
      ['Street', 'Graben 1'],
    ] as const) {
      await tabTo(page, field(page, title));
      await typeOver(page, text);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(saved)).toBeVisible();
    await expect(page.getByText(incomplete)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Your account at a glance' })).toContainText('Austria');

    await page.reload();
    await expectAccount(page);
    await expect(field(page, 'Birth date')).toHaveValue('1988-05-05');
    await expect(field(page, 'Country').locator(':checked')).toHaveText('Austria');
    await expect(field(page, 'City')).toHaveValue('Wien');
  });
}

const phoneCountry = (page: Page) => page.getByLabel('Country code of the phone number');

/** Fills what a profile needs besides, and saves; returns what the server is asked to keep. */
async function saveProfile(page: Page): Promise<unknown> {
  for (const title of ['State', 'City', 'Zip code', 'Street']) await field(page, title).fill('Wien');
  await field(page, 'Birth date').fill('1988-05-05');
  const request = page.waitForRequest('**/api/accounts/update');
  await page.getByRole('button', { name: 'Save' }).click();
  return (await request).postDataJSON();
}

/** Holds the plans of numbers back, which come with the first digits; returns what ends that. */
async function holdPlans(page: Page): Promise<(end: 'come' | 'fail') => void> {
  const { promise, resolve } = Promise.withResolvers<'come' | 'fail'>();
  await page.route(/phone-plans/, async (route) => ((await promise) === 'come' ? route.continue() : route.abort()));
  return resolve;
}

test('a number keeps its country when another one is lived in', async ({ page, email }) => {
  const endPlans = await holdPlans(page);
  await openAccount(page, 'info', { email });
  await field(page, 'Country').selectOption({ label: 'Germany' });
  await field(page, 'Phone number').fill('030901820');
  await field(page, 'Country').selectOption({ label: 'Austria' });
  await expect(field(page, 'Country').locator(':checked')).toHaveText('Austria');
  await expect(phoneCountry(page)).toHaveValue('DE');
  const come = page.waitForResponse(/phone-plans/);
  endPlans('come');
  await come;
  await field(page, 'Country').selectOption({ label: 'Switzerland' });
  await expect(field(page, 'Country').locator(':checked')).toHaveText('Switzerland');
  await expect(phoneCountry(page)).toHaveValue('DE');
  expect(await saveProfile(page)).toMatchObject({ phone: '+4930901820' });
});

for (const end of ['come', 'fail'] as const) {
  test(`digits that are no number yet follow the country that is lived in once the plans of numbers ${end}`, async ({
    page,
    email,
  }) => {
    const endPlans = await holdPlans(page);
    await openAccount(page, 'info', { email });
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await field(page, 'Phone number').fill('');
    await field(page, 'Phone number').fill('0664 1234567');
    await expect(phoneCountry(page)).toHaveValue('GB');
    await field(page, 'Country').selectOption({ label: 'Austria' });
    await expect(field(page, 'Country').locator(':checked')).toHaveText('Austria');
    endPlans(end);
    await expect(phoneCountry(page)).toHaveValue('AT');
    expect(await saveProfile(page)).toMatchObject({ phone: end === 'come' ? '+436641234567' : '0664 1234567' });
  });
}

test('a browser whose language is none is let in all the same', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'en-US@posix' }));
  await openAccount(page, 'info', { email: 'new@example.com' });
  await expect(field(page, 'Phone number')).toBeVisible();
});

test('who has just registered goes on to the next step when the profile is saved', async ({ page }) => {
  await openAccount(page, 'info', { email: 'limited@example.com' });
  await page.evaluate(
    ([marker, session]) => {
      const { user } = JSON.parse(localStorage.getItem(session) ?? '') as { user: { uniqid: string } };
      localStorage.setItem(marker, user.uniqid);
    },
    [storageKeys.registered, storageKeys.session] as const,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/payment/deposit');
  // The mark is taken off by the form of the deposit.
  await expect(page.getByRole('dialog').getByLabel('Amount', { exact: true })).toBeVisible();

  await page.goto('/my-account/info');
  await expectAccount(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('The data was successfully saved')).toBeVisible();
});

test('who registered before in this browser leads nobody else anywhere', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, 'somebody-else'), storageKeys.registered);
  await openAccount(page, 'info', { email: 'limited@example.com' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('The data was successfully saved')).toBeVisible();
});

test('what was typed stays when the account changes meanwhile, and the rest follows', async ({ page }) => {
  const push = await openPush(page);
  await openAccount(page, 'info', { email: 'demo@example.com' });
  await field(page, 'Street').fill('Unter den Linden 1');
  await push({ first_name: 'Alexander', full_name: 'Alexander Morgan' });
  await expect(field(page, 'First name')).toHaveValue('Alexander');
  await expect(field(page, 'Street')).toHaveValue('Unter den Linden 1');
});

test('what is saved otherwise than it was typed is said to be saved, and follows the broker again', async ({
  page,
  email,
}) => {
  const push = await openPush(page);
  await openAccount(page, 'info', { email });
  for (const [title, text] of Object.entries({ State: 'Wien', City: 'Wien', 'Zip code': '1010', Street: 'Graben  1 ' }))
    await field(page, title).fill(text);
  await field(page, 'Birth date').fill('1988-05-05');
  await field(page, 'Country').selectOption({ label: 'Austria' });
  // By the key: the field is not left before, which would trim it.
  await field(page, 'Street').press('Enter');
  await expect(page.getByText('The data was successfully saved')).toBeVisible();
  await expect(field(page, 'Street')).toHaveValue('Graben 1');
  await push({ street: 'Stephansplatz 3' });
  await expect(field(page, 'Street')).toHaveValue('Stephansplatz 3');
});

test('a blank that was typed and left is no change: the field follows the account', async ({ page }) => {
  const push = await openPush(page);
  await openAccount(page, 'info', { email: 'demo@example.com' });
  const city = field(page, 'City');
  await city.fill(`${await city.inputValue()} `);
  await city.blur();
  await push({ city: 'Hamburg' });
  await expect(city).toHaveValue('Hamburg');
});

test('a server that cannot be reached costs nothing that was typed', async ({ page }) => {
  await openAccount(page, 'info', { email: 'demo@example.com' });
  await page.route('**/api/accounts/update', (route) => route.abort());
  await field(page, 'Street').fill('Unter den Linden 1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(field(page, 'Street')).toHaveValue('Unter den Linden 1');
});
