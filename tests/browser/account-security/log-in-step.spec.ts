import { expectNoFaults } from '../accessibility.ts';
import { chooseTheme, demoPassword, logInByForm } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import type { AppOf } from './factor.ts';
import { codeOf, disableFactor, enableFactor, expectNoOverflow, wrongCode } from './factor.ts';

const email = 'limited@example.com';
let app: AppOf;

test.beforeEach(async ({ request }) => {
  app = await enableFactor(request, email);
});
test.afterEach(async ({ request }) => disableFactor(request, email, app.recoveryCodes.slice(-2)));

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
] as const) {
  test(`the log-in asks for the code and leads on, ${width} px, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await page.goto('/login?next=/platform/EURUSD');
    await logInByForm(page, email);
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expectNoFaults(page);
    await expectNoOverflow(page);

    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(code).toHaveAccessibleDescription('Code is required');
    await code.fill(wrongCode);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(code).toHaveAccessibleDescription('The code is not valid.');
    await expect(code).toBeFocused();
    await expectNoFaults(page);

    const digits = codeOf(app.secret, 1);
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await code.press('Enter');
    await page.waitForURL('**/platform/EURUSD');
  });
}

test('a recovery code stands in for the app, by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await logInByForm(page, email);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Use a recovery code instead' }));
  await page.keyboard.press('Enter');
  const recovery = page.getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.type((app.recoveryCodes[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(platform|my-account)\//);
});

test('the way back keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await logInByForm(page, email);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoPassword);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('it speaks the language of the page', async ({ page }) => {
  await page.goto('/de/login');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toHaveAccessibleDescription('Code ist erforderlich');
  await code.fill(wrongCode);
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Der Code ist nicht gültig.');
});
