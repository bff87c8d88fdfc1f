import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { logInByForm } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import { codeOf, endAllSessions, expectNoOverflow, keepSession, openSession, wrongCode } from './factor.ts';

const email = 'new@example.com';

const factorOf = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });
const sessionsOf = (page: Page) => page.getByRole('region', { name: "Where you're logged in" });
const profileLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Profile' });
const codeField = (part: Page | Locator) => part.getByLabel('Code', { exact: true });

/** Expects no axe faults and no sideways scrolling, on a wide screen and on a phone. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
    await expectNoOverflow(page);
  }
}

/** Records the browser's own dialogs when the page is left, and dismisses them. */
function listenToQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return asked;
}

async function shownCodes(page: Page): Promise<string[]> {
  const codes = factorOf(page).getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

/** Sets the second factor up with the current code; returns the app's secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const factor = factorOf(page);
  await expect(factor.getByText('Off', { exact: true })).toBeVisible();
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expectSound(page);
  await codeField(factor).fill(wrongCode);
  await factor.getByRole('button', { name: 'Turn on' }).click();
  await expect(codeField(factor)).toHaveAccessibleDescription("This code isn't valid.");
  await codeField(factor).fill(codeOf(secret));
  await codeField(factor).press('Enter');
  const codes = await shownCodes(page);
  await expect(factor.getByText('On', { exact: true })).toBeVisible();
  await expectSound(page);
  return { secret, codes };
}

/** Expects that the codes can be copied, saved and printed. */
async function keepCodes(page: Page, codes: readonly string[]): Promise<void> {
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const saving = page.waitForEvent('download');
  await factor.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('vernier-recovery-codes.txt');
  const text = await readFile(await file.path(), 'utf8');
  for (const one of [email, ...codes]) expect(text).toContain(one);

  await page.emulateMedia({ media: 'print' });
  await expect(factor.getByText(codes[0] ?? '')).toBeVisible();
  await expect(factor.getByText(`Recovery codes for Vernier, ${email}`)).toBeVisible();
  await expect(factor.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(sessionsOf(page)).toBeHidden();
  await page.emulateMedia({ media: null });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL(/\/login\/?$/);
}

test('the second factor is set up, asked for at the log-in, replaced by recovery codes and switched off', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asked = listenToQuestions(page);
  await page.goto('/login?next=/my-account/security');
  await logInByForm(page, email);
  await page.waitForURL(/^[^?]*\/my-account\/info/);
  await page.goto('/my-account/security');
  const { secret, codes } = await setUp(page);
  await keepCodes(page, codes);
  const [first = '', second = '', third = ''] = codes;

  // The codes are never shown again, so the browser asks before a reload, unless the customer has saved them.
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page.getByText(first)).toBeVisible();
  await factorOf(page).getByRole('checkbox', { name: "I've saved my recovery codes" }).check();
  await factorOf(page).getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(factorOf(page).getByText(/^On since /)).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  await expectSound(page);
  await logOut(page);

  // The log-in asks for the code of the app. It may be typed in two groups, as the app shows it.
  await page.goto('/login?next=/my-account/security');
  await logInByForm(page, email);
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectSound(page);
  const digits = codeOf(secret, 1);
  await codeField(page).fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await codeField(page).press('Enter');
  await page.waitForURL(/^[^?]*\/my-account\/info/);

  // New codes replace the old ones. The page can be left only after the customer confirms that they are saved.
  await page.goto('/my-account/security');
  await factorOf(page).getByRole('button', { name: 'New recovery codes' }).click();
  await codeField(factorOf(page)).fill(first);
  await factorOf(page).getByRole('button', { name: 'Create codes' }).click();
  await expect(page.getByText(second)).toHaveCount(0);
  const renewed = await shownCodes(page);
  expect(renewed).not.toContain(third);
  await profileLink(page).click();
  const question = page.getByRole('dialog', { name: 'Leave without your recovery codes?' });
  await expect(question).toBeVisible();
  await expectNoFaults(page, 'dialog[open]');
  await question.getByRole('button', { name: 'Leave without them' }).click();
  await page.waitForURL('**/my-account/info');
  expect(asked).toEqual(['beforeunload']);
  await logOut(page);

  // A recovery code replaces the app code, by keyboard alone.
  await logInByForm(page, email);
  await expect(codeField(page)).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Use a recovery code instead' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type((renewed[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(platform|my-account)\//);
  await page.goto('/my-account/security');
  await tabTo(page, factorOf(page).getByRole('button', { name: 'Turn off' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type(renewed[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(factorOf(page).getByText('Off', { exact: true })).toBeVisible();
  await openSession(request, email);
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
  const ends = sessions.getByRole('button', { name: /^End session on / });
  await expect(ends).toHaveCount(2);
  for (const open of [2, 1]) {
    await ends.first().click();
    await expect(ends).toHaveCount(open - 1);
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
