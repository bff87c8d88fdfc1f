import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { chooseTheme } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import {
  codeOf,
  disableFactor,
  enableFactor,
  endAllSessions,
  expectNoOverflow,
  keepSession,
  openSession,
  wrongCode,
} from './factor.ts';

const email = 'new@example.com';
/** Recovery codes that are left to switch it off by; none: it is off. */
let left: string[] = [];

test.afterEach(async ({ request }) => {
  if (left.length > 0) await disableFactor(request, email, left);
  left = [];
});

const section = (page: Page, name: string) => page.getByRole('region', { name });
const factorOf = (page: Page) => section(page, 'Two-factor log-in');
const sessionsOf = (page: Page) => section(page, 'Where you are logged in');

/** Through the set-up to the recovery codes. */
async function setUp(page: Page): Promise<string> {
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  return secret;
}

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
] as const) {
  test(`the second factor is set up, ${width} px, ${theme}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await keepSession(page, await openSession(request, email));
    await page.goto('/my-account/security');
    const factor = factorOf(page);
    await expect(factor.getByText('Off', { exact: true })).toBeVisible();
    await expect(sessionsOf(page).getByText('This device')).toBeVisible();
    await expectNoFaults(page);
    const secret = await setUp(page);
    await expectNoFaults(page);
    await expectNoOverflow(page);

    const code = factor.getByLabel('Code', { exact: true });
    await factor.getByRole('button', { name: 'Switch on' }).click();
    await expect(code).toHaveAccessibleDescription('Code is required');
    await code.fill(wrongCode);
    await factor.getByRole('button', { name: 'Switch on' }).click();
    await expect(code).toHaveAccessibleDescription('The code is not valid.');
    await code.fill(codeOf(secret));
    await code.press('Enter');

    const codes = factor.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    left = await codes.allTextContents();
    await expect(factor.getByText('On', { exact: true })).toBeVisible();
    await expectNoFaults(page);
    await expectNoOverflow(page);
    const done = factor.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    await factor.getByRole('checkbox', { name: 'I have kept them' }).check();
    await done.click();
    await expect(factor.getByRole('button', { name: 'Switch off' })).toBeVisible();
    await expect(factor.getByText(/^On since /)).toBeVisible();
    await expectNoFaults(page);
    await page.reload();
    await expect(factorOf(page).getByText('On', { exact: true })).toBeVisible();
    await expect(page.getByText(left[0] ?? '')).toHaveCount(0);
  });
}

test('recovery codes can be copied and saved, and made anew', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await enableFactor(request, email);
  left = app.recoveryCodes.slice(-2);
  const session = await openSession(request, email, { second_factor: app.recoveryCodes[0] });
  await keepSession(page, session);
  await page.goto('/my-account/security');
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  const code = factor.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectNoFaults(page);
  await code.fill(app.recoveryCodes[1] ?? '');
  await code.press('Enter');
  const codes = factor.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const shown = await codes.allTextContents();
  left = shown;
  expect(shown).not.toContain(app.recoveryCodes[2]);

  await factor.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'));
  const saving = page.waitForEvent('download');
  await factor.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('vernier-recovery-codes.txt');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(email);
  for (const one of shown) expect(text).toContain(one);
});

test('on paper there are the codes, and no button', async ({ page, request }) => {
  await keepSession(page, await openSession(request, email));
  await page.goto('/my-account/security');
  const secret = await setUp(page);
  const factor = factorOf(page);
  await factor.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await factor.getByRole('button', { name: 'Switch on' }).click();
  const codes = factor.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  left = await codes.allTextContents();
  await page.emulateMedia({ media: 'print' });
  await expect(codes.first()).toBeVisible();
  await expect(factor.getByText(`Recovery codes for Vernier, ${email}`)).toBeVisible();
  await expect(factor.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(sessionsOf(page)).toBeHidden();
});

test('it is switched off by a code, by keyboard alone', async ({ page, request }) => {
  const app = await enableFactor(request, email);
  left = app.recoveryCodes.slice(-2);
  await keepSession(page, await openSession(request, email, { second_factor: app.recoveryCodes[0] }));
  await page.goto('/my-account/security');
  const factor = factorOf(page);
  await tabTo(page, factor.getByRole('button', { name: 'Switch off' }));
  await page.keyboard.press('Enter');
  await expect(factor.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(wrongCode);
  await page.keyboard.press('Enter');
  await expect(factor.getByLabel('Code', { exact: true })).toHaveAccessibleDescription('The code is not valid.');
  await page.keyboard.type(app.recoveryCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(factor.getByText('Off', { exact: true })).toBeVisible();
  left = [];
  await expect(factor.getByRole('heading', { name: 'Two-factor log-in' })).toBeFocused();
});

test('what went wrong is said where it happened, and nobody is logged out', async ({ page, request }) => {
  await keepSession(page, await openSession(request, email));
  await page.route('**/api/accounts/sessions', (route) => route.abort());
  await page.route('**/api/accounts/secondFactor/start', (route) => route.abort());
  await page.goto('/my-account/security');
  await expect(sessionsOf(page).getByRole('alert')).toContainText('Your sessions cannot be loaded.');
  await factorOf(page).getByRole('button', { name: 'Set up' }).click();
  await expect(factorOf(page).getByRole('alert')).toContainText('The server cannot be reached.');
  await expectNoFaults(page);
  await page.unroute('**/api/accounts/sessions');
  await sessionsOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(sessionsOf(page).getByText('This device')).toBeVisible();
});

test('the password is asked for where the server wants it', async ({ page, request }) => {
  await keepSession(page, await openSession(request, email));
  await page.route('**/api/accounts/secondFactor/start', async (route) => {
    const { current_password: password } = (route.request().postDataJSON() ?? {}) as { current_password?: string };
    const code = password === undefined ? 'CURRENT_PASSWORD_REQUIRED' : 'CURRENT_PASSWORD_WRONG';
    if (password === 'demo1234') await route.continue();
    else await route.fulfill({ status: 403, json: { status: 'error', error: { code, message: '' } } });
  });
  await page.goto('/de/my-account/security');
  const factor = section(page, 'Zwei-Faktor-Anmeldung');
  await factor.getByRole('button', { name: 'Einrichten' }).click();
  const password = factor.getByLabel('Aktuelles Passwort', { exact: true });
  await expect(password).toBeFocused();
  await expectNoFaults(page);
  await password.fill('falsch');
  await factor.getByRole('button', { name: 'Weiter' }).click();
  await expect(password).toHaveAccessibleDescription('Das aktuelle Passwort stimmt nicht.');
  await password.fill('demo1234');
  await password.press('Enter');
  await expect(factor.getByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeVisible();
});

test('sessions are listed, ended one by one, and all at once', async ({ page, request }) => {
  await endAllSessions(request, email);
  const other = await openSession(request, email);
  await openSession(request, email);
  await keepSession(page, await openSession(request, email));
  await page.goto('/my-account/security');
  const sessions = sessionsOf(page);
  const rows = sessions.getByRole('listitem');
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  const ends = sessions.getByRole('button', { name: /^End the session of / });
  await expect(ends).toHaveCount(2);
  for (const open of [2, 1]) {
    await ends.first().click();
    await expect(ends).toHaveCount(open - 1);
    await expect(sessions.getByRole('heading', { name: 'Where you are logged in' })).toBeFocused();
  }
  const asked = await request.post('/api/accounts/get', {
    data: {},
    headers: { authorization: `Bearer ${other.access_token}` },
  });
  expect(asked.status()).toBe(401);

  await sessions.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Log out everywhere' }).click();
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL(/\/login/);
});
