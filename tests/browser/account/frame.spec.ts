import { storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme, logIn, logInByForm } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectAccount, openAccount, openPush, panelOf } from './account-parts.ts';

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

for (const [asked, led] of [
  ['/my-account', '/my-account/info'],
  ['/my-account?ref=abc&x=1', '/my-account/info?ref=abc'],
  ['/my-account/nothing', '/my-account/info'],
  ['/de/my-account', '/de/my-account/info'],
  ['/de/my-account/nichts', '/de/my-account/info'],
] as const) {
  test(`${asked} leads to ${led}`, async ({ page }) => {
    await logIn(page, 'demo@example.com');
    await page.goto(asked);
    await expectAccount(page);
    expect(pathOf(page.url())).toBe(led);
  });
}

test('a visitor is led to the log-in, and back', async ({ page }) => {
  await page.goto('/my-account/documents');
  await page.waitForURL(/\/login\/?\?next=%2Fmy-account%2Fdocuments$/);
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/my-account/documents');
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
});

test('the panel tells what the account is, and leads to its pages', async ({ page }) => {
  const faults = listenToFaults(page);
  await openAccount(page, 'info', { email: 'demo@example.com' });
  const panel = panelOf(page);
  await expect(panel).toContainText('Alex Morgan');
  await expect(panel).toContainText('demo@example.com');
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await expect(panel.getByText('Country').locator('xpath=following-sibling::dd')).toHaveText('Germany');
  await expect(panel.getByText('Joined').locator('xpath=following-sibling::dd')).toHaveText(/^\w{3} \d{1,2}, \d{4}$/);
  await expect(panel.getByText('Level').locator('xpath=following-sibling::dd')).toHaveText('Gold');
  await expect(panel.getByText('PIN').locator('xpath=following-sibling::dd')).toHaveText('482913');

  const pages = page.getByRole('navigation', { name: 'Pages of your account' });
  for (const [link, title] of [
    ['Password', 'Change Password'],
    ['Documents', 'Documents'],
    ['Security', 'Security'],
    ['Profile', 'Profile Overview'],
  ] as const) {
    await pages.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(pages.locator('[aria-current]')).toHaveText(link);
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(faults).toEqual([]);
});

test('an account without level, PIN and country says so', async ({ page }) => {
  await openAccount(page, 'password', { email: 'new@example.com' });
  const panel = panelOf(page);
  await expect(panel.getByText('Not Verified')).toBeVisible();
  await expect(panel.getByText('Level').locator('xpath=following-sibling::dd')).toHaveText('NONE');
  await expect(panel.getByText('PIN').locator('xpath=following-sibling::dd')).toHaveText('NONE');
  await expect(panel.getByText('Country').locator('xpath=following-sibling::dd')).toHaveText('–');
});

test('the switch of languages keeps the page', async ({ page }) => {
  await openAccount(page, 'documents', { email: 'demo@example.com' });
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/my-account/documents');
  await expect(page.getByRole('heading', { name: 'Dokumente', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ihr Konto auf einen Blick' })).toContainText('Deutschland');
});

test('what the broker changes is shown at once', async ({ page }) => {
  const push = await openPush(page);
  await openAccount(page, 'info', { email: 'demo@example.com' });
  await push({ level: 'Platinum', verified_account: 0 });
  const panel = panelOf(page);
  await expect(panel).toContainText('Platinum');
  await expect(panel.getByText('Not Verified')).toBeVisible();
});

test('the countries are loaded once for each language', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/get/countries')) asked.push(new URL(request.url()).searchParams.get('lang') ?? '');
  });
  await openAccount(page, 'info', { email: 'demo@example.com' });
  await expect(panelOf(page)).toContainText('Germany');
  await page.reload();
  await expect(panelOf(page)).toContainText('Germany');
  await page.goto('/de/my-account/info');
  await expect(page.getByLabel('Land', { exact: true })).toHaveValue('276');
  await expect(page.getByLabel('Land', { exact: true }).locator(':checked')).toHaveText('Deutschland');
  expect(asked).toEqual(['en', 'de']);
  expect(await page.evaluate((key) => localStorage.getItem(`${key}-de`), storageKeys.countries)).toContain(
    '"version":',
  );
});

test('where the countries cannot be loaded the stored one stays, and nobody is logged out', async ({ page }) => {
  let isAway = true;
  await page.route('**/api/get/countries?**', (route) => (isAway ? route.abort() : route.continue()));
  await openAccount(page, 'info', { email: 'limited@example.com' });
  const country = page.getByLabel('Country', { exact: true });
  await expect(page.getByText('The countries cannot be loaded.')).toBeVisible();
  await expect(country.locator(':checked')).toHaveText('The country that you told us');
  await expect(country).toHaveValue('380');
  await expect(page.getByLabel('City')).toHaveValue('Milano');
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(country.locator(':checked')).toHaveText('Italy');
  await expect(page.getByText('The countries cannot be loaded.')).toBeHidden();
});

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
] as const) {
  test(`nothing of the account hinders anybody at ${width} px`, async ({ page }) => {
    await chooseTheme(page, theme);
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['info', 'password', 'documents'] as const) {
      await openAccount(page, name, { email: 'new@example.com' });
      await page.locator('main form button[type=submit]').first().click();
      await expect(page.locator('main form [aria-invalid=true]').first()).toBeAttached();
      await expectNoFaultsInBothThemes(page);
    }
    await openAccount(page, 'documents', { email: 'demo@example.com' });
    await expectNoFaultsInBothThemes(page);
  });
}

test('nothing stands out to the right at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const name of ['info', 'password', 'documents', 'security'] as const) {
    await openAccount(page, name, { email: 'new@example.com', start: '/de' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  }
});
