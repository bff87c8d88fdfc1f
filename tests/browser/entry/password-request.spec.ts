import type { Page } from '@playwright/test';
import { expectSound, keptSession } from './entry-parts.ts';
import { pathIn, test } from './entry-test.ts';
import { logIn, logInByForm } from '../customer.ts';
import { expect } from '../product-test.ts';

const words = {
  en: {
    path: '/password/request',
    email: 'Email',
    submit: 'Send the link',
    missing: 'Email is required',
    invalid: 'invalid email address',
    unknown: 'Email is not exist.',
  },
  de: {
    path: '/de/password/request',
    email: 'E-Mail',
    submit: 'Link senden',
    missing: 'E-Mail ist erforderlich',
    invalid: 'Ungültige E-Mail-Adresse',
    unknown: 'Diese E-Mail-Adresse gibt es nicht.',
  },
} as const;

async function request(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
}

for (const [language, { path, email, submit, missing, invalid, unknown }] of Object.entries(words)) {
  test(`what is wrong with the email stands below it: ${language}`, async ({ page }) => {
    await page.goto(path);
    const field = page.getByLabel(email);
    await page.getByRole('button', { name: submit }).click();
    await expect(field).toHaveAccessibleDescription(missing);
    await expect(field).toBeFocused();
    await field.fill('ada@home');
    await expect(field).toHaveAccessibleDescription(invalid);
    await field.fill('nobody@example.com');
    await page.getByRole('button', { name: submit }).click();
    await expect(field).toHaveAccessibleDescription(unknown);
    await expect(field).toBeFocused();
  });
}

test('a customer who forgot the password asks for a link by keyboard, and it leads to a new one', async ({
  page,
  outside,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/password/request');
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(' Demo@Example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The mail is on its way' })).toBeFocused();
  await expect(page.getByText('Please check the mailbox of demo@example.com')).toBeVisible();

  await expect.poll(async () => (await outside.mailsTo('demo@example.com')).length).toBe(1);
  const [mail] = await outside.mailsTo('demo@example.com');
  const link = pathIn(mail?.text ?? '');
  expect(link).toMatch(/^\/autoLogin\/[\w-]{43}$/);
  await page.goto(link);
  await page.waitForURL('**/my-account/password');
  expect((await keptSession(page)).user.email).toBe('demo@example.com');

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Url not valid');
});

test('the mail speaks the language of the page, and leads back to it', async ({ page, outside }) => {
  await page.goto('/de/password/request');
  await page.getByLabel('E-Mail').fill('limited@example.com');
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect(page.getByRole('heading', { name: 'Die E-Mail ist unterwegs' })).toBeVisible();
  await expect.poll(async () => (await outside.mailsTo('limited@example.com')).length).toBe(1);
  const [mail] = await outside.mailsTo('limited@example.com');
  expect(pathIn(mail?.text ?? '')).toMatch(/^\/de\/autoLogin\//);
});

test('another link can be asked for, with what was typed', async ({ page }) => {
  await page.route('**/api/get/forgotPassword', (route) => route.fulfill({ json: { status: 'success', data: null } }));
  await page.goto('/password/request');
  await request(page, 'ada@example.com');
  await page.getByRole('button', { name: 'Ask for another one' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('where the server is away nothing is lost', async ({ page }) => {
  await page.route('**/api/get/forgotPassword', (route) => route.abort());
  await page.goto('/password/request');
  await request(page, 'ada@example.com');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('who is logged in is taken to the platform', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/password/request', { waitUntil: 'commit' });
  await page.waitForURL('**/platform/BTCUSD');
});

test('nobody is offered an account where strangers open none, and its page is not there', async ({ page, request }) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open an account' })).toHaveCount(0);
  for (const path of ['/register', '/de/register']) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    expect(answer.status(), path).toBe(404);
  }
  await page.goto('/register');
  await expect(page.getByText('Error code: 404')).toBeVisible();
});

test('a log-in leads to the details that are missing, and they to what was asked for', async ({ page }) => {
  await page.goto('/login?next=/platform/EURUSD');
  await logInByForm(page, 'new@example.com');
  await page.waitForURL(/\/my-account\/info\?next=%2Fplatform%2FEURUSD$/);
  await page.getByLabel('Birth date').fill('1988-05-05');
  await page.getByLabel('Phone number', { exact: true }).fill('+49 30 901820');
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' });
  for (const title of ['State', 'City', 'Zip code', 'Street']) await page.getByLabel(title).fill('Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/platform/EURUSD');
});

test('hinders nobody, and fits a phone', async ({ page }) => {
  const act = async () => {
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
  };
  await expectSound(page, { path: '/password/request', act });
});
