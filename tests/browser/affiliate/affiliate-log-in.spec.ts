import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme, demoPassword } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectNoSidewaysAt } from '../account-lists/list-parts.ts';
import { demoAffiliate, logInByAffiliateForm, panel } from './affiliate-parts.ts';

test('what is missing is said at its field, and the first of them has the keyboard', async ({ page }) => {
  await page.goto('/affiliate');
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(password).toHaveAccessibleDescription('Password is required');
  await expect(email).toBeFocused();
  await email.fill('affiliate');
  await password.fill('x');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription('invalid email address');
});

test('neither a wrong password nor a customer’s opens the panel', async ({ page }) => {
  await page.goto('/affiliate');
  await logInByAffiliateForm(page, 'wrong password');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials.' })).toBeVisible();
  await page.getByLabel('Email').fill('demo@example.com');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  const answered = page.waitForResponse('**/api/affiliate/login');
  await page.keyboard.press('Enter');
  expect(await (await answered).json()).toMatchObject({ error: { code: 'INVALID_CREDENTIALS' } });
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials.' })).toBeVisible();
  await expect(panel(page).title).toBeHidden();
});

test('by keyboard alone an affiliate comes in, and goes out to where it came in', async ({ page }) => {
  const faults = listenToFaults(page);
  await page.goto('/affiliate');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(demoAffiliate.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  const { title, rows, logOut, main } = panel(page);
  await expect(title).toBeFocused();
  await expect(rows).toHaveCount(12);
  await expect(main.getByText(demoAffiliate.name)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeHidden();

  await tabTo(page, logOut);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
  await expect(page).toHaveURL(/\/affiliate$/);
  await expect(page.getByText('See who came by your links.')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
  expect(faults).toEqual([]);
});

for (const [path, words, contact] of [
  ['/affiliate', 'Ask us for a new one.', '/contact-us'],
  ['/de/affiliate', 'Sie bekommen von uns ein neues.', '/de/contact-us'],
] as const)
  test(`who forgot the password is told at ${path} whom to ask`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: words }).click();
    await expect(page).toHaveURL(contact);
  });

test('a log-out leads to the page in its language', async ({ page }) => {
  await page.goto('/de/affiliate?view=links');
  await page.getByLabel('E-Mail').fill(demoAffiliate.email);
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Affiliate-Bereich' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Affiliate-Anmeldung' })).toBeVisible();
  await expect(page).toHaveURL(/\/de\/affiliate$/);
});

test('where the server is away the form says so, and keeps what was typed', async ({ page }) => {
  await page.route('**/api/affiliate/login', (route) => route.abort());
  await page.goto('/affiliate');
  await logInByAffiliateForm(page);
  await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(demoAffiliate.email);
});

for (const [path, theme, widths] of [
  ['/affiliate', 'dark', [360, 1440]],
  ['/de/affiliate', 'light', [1440, 360]],
] as const) {
  test(`nothing hinders anybody at ${path}`, async ({ page }) => {
    await chooseTheme(page, theme);
    await page.goto(path);
    await expect(page.locator('input[type=email]')).toBeVisible();
    await expectNoSidewaysAt(page, widths);
    await expectNoFaultsInBothThemes(page);
  });
}
