import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaults } from '../accessibility.ts';
import { expectNoSidewaysAt } from '../account-lists/list-parts.ts';
import { chosenPassword, logInByForm } from '../customer.ts';
import { tabTo, typeOver } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expectAccount, openAccount, panelOf } from './account-parts.ts';
import { expect, test } from './account-test.ts';

const field = (page: Page, title: string) => page.getByLabel(title, { exact: true });
const saved = (page: Page) => page.getByRole('status').getByText('The data was successfully saved');
const newPassword = 'Quayside 4417';

/**
 * Expects that each page of the account has an address, and that unknown addresses lead to the first page with the
 * allowed part of the query.
 */
async function expectAddresses(page: Page): Promise<void> {
  for (const [asked, led] of [
    ['/my-account', '/my-account/info'],
    ['/my-account?ref=abc&x=1', '/my-account/info?ref=abc'],
    ['/my-account/nothing', '/my-account/info'],
    ['/de/my-account', '/de/my-account/info'],
    ['/de/my-account/nichts', '/de/my-account/info'],
  ] as const) {
    const answer = await page.request.get(asked, { maxRedirects: 0 });
    expect(answer.headers()['location'], asked).toBe(led);
  }
}

async function completeByKeys(page: Page): Promise<void> {
  await tabTo(page, field(page, 'Date of birth'));
  // The browser's own date field takes day, month and year in the order of the browser's locale.
  await page.keyboard.type('05051988');
  await tabTo(page, field(page, 'Country'));
  await page.keyboard.type('Austria');
  for (const [title, text] of [
    ['State or region', 'Wien'],
    ['City', '  Wien '],
    ['Postal code', '1010'],
    ['Street', 'Graben 1'],
  ] as const) {
    await tabTo(page, field(page, title));
    await typeOver(page, text);
  }
  await page.keyboard.press('Enter');
}

async function changePasswordByKeys(page: Page): Promise<void> {
  await tabTo(page, field(page, 'New password'));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(field(page, 'New password')).toHaveAttribute('type', 'text');
  await tabTo(page, field(page, 'Confirm password'));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
}

for (const width of [1440, 360]) {
  test(`a newcomer completes the profile and changes the password by keyboard alone at ${width} px`, async ({
    page,
    email,
  }) => {
    const faults = listenToFaults(page);
    await page.setViewportSize({ width, height: 800 });
    await expectAddresses(page);
    await page.goto('/my-account/info');
    await page.waitForURL(/\/login\/?\?next=%2Fmy-account%2Finfo$/);
    await logInByForm(page, email, chosenPassword);
    await page.waitForURL('**/my-account/info');
    await expectAccount(page);
    const incomplete = page.getByText('To activate your account you have to fill all the details');
    await expect(incomplete).toBeVisible();
    await expect(panelOf(page).getByText('Not Verified')).toBeVisible();
    await expectNoFaults(page);
    await completeByKeys(page);
    await expect(saved(page)).toBeVisible();
    await expect(incomplete).toBeHidden();
    await expect(panelOf(page)).toContainText('Austria');
    await page.reload();
    await expectAccount(page);
    await expect(field(page, 'Date of birth')).toHaveValue('1988-05-05');
    await expect(field(page, 'Country').locator(':checked')).toHaveText('Austria');
    await expect(field(page, 'City')).toHaveValue('Wien');

    const pages = page.getByRole('navigation', { name: 'Account pages' });
    await pages.getByRole('link', { name: 'Password' }).click();
    await expect(page.getByRole('heading', { name: 'Change Password', level: 1 })).toBeVisible();
    await expectAccount(page);
    await changePasswordByKeys(page);
    await expect(saved(page)).toBeVisible();
    await expectNoFaults(page);
    const logIn = (password: string) => page.request.post('/api/accounts/login', { data: { email, password } });
    expect((await logIn(newPassword)).status()).toBe(200);
    expect((await logIn(chosenPassword)).status()).toBe(401);
    await pages.getByRole('link', { name: 'Security' }).click();
    await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
    await expect(pages.locator('[aria-current]')).toHaveText('Security');
    await expectNoSidewaysAt(page, [320, width]);
    expect(faults).toEqual([]);
  });
}

test('a saved profile leads on, a change of language stays on the page, and countries are loaded once per language', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/get/countries')) asked.push(new URL(request.url()).searchParams.get('lang') ?? '');
  });
  await openAccount(page, 'info', { email: 'limited@example.com' });
  await expect(panelOf(page)).toContainText('Italy');
  const here = page.getByRole('banner').getByRole('link', { name: 'My Account' });
  await expect(here).toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(panelOf(page)).toContainText('Italy');

  // After a registration, saving the profile leads to the deposit, whose form removes the registration marker. After
  // that, saving stays on the page.
  await page.evaluate(
    ([marker, session]) => {
      const { user } = JSON.parse(localStorage.getItem(session) ?? '') as { user: { uniqid: string } };
      localStorage.setItem(marker, user.uniqid);
    },
    [storageKeys.registered, storageKeys.session] as const,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/payment/deposit');
  await expect(page.getByRole('dialog').getByLabel('Amount', { exact: true })).toBeVisible();
  await page.goto('/my-account/info');
  await expectAccount(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();

  // Switching the language stays on the page.
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/my-account/info');
  await expect(page.getByRole('region', { name: 'Ihr Konto auf einen Blick' })).toContainText('Italien');
  await expect(field(page, 'Land').locator(':checked')).toHaveText('Italien');
  expect(asked).toEqual(['en', 'de']);
  await page.goto('/de/my-account/security');
  await expectAccount(page);
  await expectNoSidewaysAt(page, [320, 1280]);
});
