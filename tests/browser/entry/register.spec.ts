import type { Page } from '@playwright/test';
import { expectSound, kept, keptSession } from './entry-parts.ts';
import { box, field, fill, send, words } from './register-parts.ts';
import { chosenPassword, logIn } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { tabTo } from '../keyboard.ts';
import { expect } from '../product-test.ts';
import { registrationTest as test } from '../switches/switched-test.ts';

for (const [language, { path, submit, labels, missing, agree, invalid, tooLong }] of Object.entries(words)) {
  test(`what is missing and what is wrong stands at its field: ${language}`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: submit }).click();
    for (const [index, label] of labels.entries())
      await expect(field(page, label)).toHaveAccessibleDescription(missing[index] ?? '');
    await expect(box(page)).toHaveAccessibleDescription(agree);
    await expect(field(page, labels[0])).toBeFocused();

    await field(page, labels[0]).fill('x'.repeat(81));
    await expect(field(page, labels[0])).toHaveAccessibleDescription(tooLong);
    await field(page, labels[2]).fill('ada@home');
    await expect(field(page, labels[2])).toHaveAccessibleDescription(invalid[0]);
    await field(page, labels[3]).fill('0301');
    await expect(field(page, labels[3])).toHaveAccessibleDescription(invalid[1]);
    await field(page, labels[3]).fill('+49 30 901820');
    await expect(field(page, labels[3])).toHaveAccessibleDescription('');
    await box(page).check();
    await expect(box(page)).toHaveAccessibleDescription('');
  });
}

test('a visitor opens an account, and is led to the rest of the profile', async ({ page }) => {
  await page.goto('/about?ref=abc123&tag=spring');
  await page.goto('/register');
  await fill(page, ' Ada@Example.com ');
  await field(page, 'First name').fill('  Ada ');
  await field(page, 'First name').blur();
  await expect(field(page, 'First name')).toHaveValue('Ada');
  const request = page.waitForRequest('**/api/accounts/register');
  await send(page);
  expect((await request).postDataJSON()).toMatchObject({
    ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+442079460018', country: 'GB' },
    ...{
      agree: true,
      ref: 'abc123',
      source_tag: 'spring',
      source_page: '/about',
      lang: 'en',
      info: expect.stringContaining('"ip"'),
    },
  });
  await page.waitForURL('**/my-account/info');
  const { user } = await keptSession(page);
  expect(await kept(page, 'registered')).toBe(user.uniqid);
  expect(user).toMatchObject({
    email: 'ada@example.com',
    phone: '+442079460018',
    country_id: 826,
    verified_account: 0,
  });
});

test('what is typed and sent before the scripts are there stays, the number too, and leaves once they are', async ({
  page,
}) => {
  const letLoad = await holdScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await fill(page, 'early@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open account' })).toBeDisabled();
  const request = page.waitForRequest('**/api/accounts/register');
  letLoad();
  expect((await request).postDataJSON()).toMatchObject({
    ...{ first_name: 'Ada', email: 'early@example.com', phone: '+442079460018', country: 'GB', agree: true },
  });
  await page.waitForURL('**/my-account/info');
});

test('an account is opened without a mouse', async ({ page }) => {
  await page.goto('/register');
  await tabTo(page, field(page, 'First name'));
  for (const value of ['Grace', 'Hopper', 'grace@example.com']) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Country code of the phone number')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('+1 212 555 0134');
  await expect(page.getByLabel('Country code of the phone number')).toHaveValue('US');
  await page.keyboard.press('Tab');
  await page.keyboard.type('compiler');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show the password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await tabTo(page, box(page));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/my-account/info');
  expect((await keptSession(page)).user.phone).toBe('+12125550134');
});

test('the country of a number follows its digits, and its digits the country', async ({ page }) => {
  await page.goto('/register');
  const country = page.getByLabel('Country code of the phone number');
  const phone = field(page, 'Phone number');
  await expect(country).toHaveValue('GB');
  await expect(country.locator('option', { hasText: 'Germany' })).toHaveText('Germany +49');
  const plans = page.waitForResponse(/phone-plans/);
  await phone.focus();
  await plans;
  await phone.pressSequentially('+4930901820');
  await expect(country).toHaveValue('DE');
  await expect(phone).toHaveValue('+49 30 901820');
  await country.selectOption('AT');
  await expect(phone).toHaveValue('+43 30 901820');
  await phone.fill('01 58858');
  await phone.blur();
  await expect(country).toHaveValue('AT');
  await expect(phone).toHaveValue('01 58858');
});

/** Has the server know the visitor for an Austrian, once it is let. */
async function holdConnection(page: Page): Promise<() => void> {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/get/clientInfo', async (route) => {
    await answered;
    const data = { ip: '192.0.2.1', country_short: 'AT', country_long: 'Austria', city: null };
    await route.fulfill({ json: { status: 'success', data } });
  });
  return answer;
}

test('the country follows the connection while there is no number yet, and stays under one', async ({ page }) => {
  const answer = await holdConnection(page);
  await page.goto('/register');
  const country = page.getByLabel('Country code of the phone number');
  await expect(country.locator('option', { hasText: 'Austria' })).toBeAttached();
  await field(page, 'Phone number').fill('0664 1234567');
  answer();
  await expect(country).toHaveValue('AT');
  await fill(page, 'vienna@example.com');
  await field(page, 'Phone number').fill('0664 1234567');
  await page.route('**/api/accounts/register', (route) => route.abort());
  const request = page.waitForRequest('**/api/accounts/register');
  await send(page);
  expect((await request).postDataJSON()).toMatchObject({ phone: '+436641234567', country: 'AT' });
});

test('a form that is sent before the country is known waits for it', async ({ page }) => {
  const answer = await holdConnection(page);
  await page.route('**/api/accounts/register', (route) => route.abort());
  await page.goto('/register');
  await fill(page, 'early-vienna@example.com');
  await field(page, 'Phone number').fill('0664 1234567');
  const request = page.waitForRequest('**/api/accounts/register');
  await send(page);
  await expect(page.getByRole('button', { name: 'Open account' })).toBeDisabled();
  answer();
  expect((await request).postDataJSON()).toMatchObject({ phone: '+436641234567', country: 'AT' });
});

test('a country that shares its code with others is sent as it was chosen', async ({ page }) => {
  await page.goto('/register');
  await fill(page, 'jersey@example.com');
  await field(page, 'Phone number').fill('+44 1534 456789');
  await page.getByLabel('Country code of the phone number').selectOption('IM');
  await page.route('**/api/accounts/register', (route) => route.abort());
  const request = page.waitForRequest('**/api/accounts/register');
  await send(page);
  expect((await request).postDataJSON()).toMatchObject({ phone: '+441534456789', country: 'IM' });
});

for (const [language, { path, submit, labels, taken }] of Object.entries(words)) {
  test(`an email that somebody has is said at its field: ${language}`, async ({ page }) => {
    await page.goto(path);
    const values = ['Ada', 'Lovelace', 'demo@example.com', '+442079460018', chosenPassword];
    for (const [index, label] of labels.entries()) await field(page, label).fill(values[index] ?? '');
    await box(page).check();
    await page.getByRole('button', { name: submit }).click();
    await expect(field(page, labels[2])).toHaveAccessibleDescription(taken);
    await expect(field(page, labels[2])).toBeFocused();
    await expect(field(page, labels[4])).toHaveValue(chosenPassword);
    expect(await kept(page, 'session')).toBeNull();
  });
}

test('what only the server knows is said where it is wrong; where it is away nothing is lost', async ({ page }) => {
  await page.goto('/register');
  const fields = { phone: 'Phone number not valid', ref: 'Invalid input' };
  const error = { code: 'VALIDATION', message: '', fields };
  await page.route('**/api/accounts/register', (route) =>
    route.fulfill({ status: 400, json: { status: 'error', error } }),
  );
  await fill(page, 'ada@example.org');
  await send(page);
  await expect(field(page, 'Phone number')).toHaveAccessibleDescription('Phone number not valid');
  await expect(field(page, 'Phone number')).toBeFocused();

  await page.unroute('**/api/accounts/register');
  await page.route('**/api/accounts/register', (route) => route.abort());
  await send(page);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(field(page, 'Password')).toHaveValue(chosenPassword);
});

test('where the broker tells nobody who has an account, the rest stands in a mail', async ({ page }) => {
  await page.goto('/register');
  await page.route('**/api/accounts/register', (route) => route.fulfill({ json: { status: 'success', data: null } }));
  await fill(page, 'ada@example.net');
  await send(page);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  await expect(page.getByText('Please check the mailbox of ada@example.net')).toBeVisible();
  expect(await kept(page, 'session')).toBeNull();
});

test('the log-in leads here, and here to the log-in; a customer is taken to the platform', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Open an account' }).click();
  await page.waitForURL('**/register');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');
  await logIn(page, 'demo@example.com');
  await page.goto('/register', { waitUntil: 'commit' });
  await page.waitForURL('**/platform/BTCUSD');
});

test('hinders nobody, and fits a phone', async ({ page }) => {
  const act = async () => {
    await send(page);
    await expect(page.getByText('Password is required')).toBeVisible();
  };
  await expectSound(page, { path: '/register', act });
});
