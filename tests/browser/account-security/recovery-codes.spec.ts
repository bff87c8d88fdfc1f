import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expect, test } from '../product-test.ts';
import type { AppOf } from './factor.ts';
import { disableFactor, enableFactor, expectNoOverflow, keepSession, openSession } from './factor.ts';

const email = 'limited@example.com';
let app: AppOf;
/** Those that work now: the shown ones are newer. */
let left: readonly string[];

test.beforeEach(async ({ request }) => {
  app = await enableFactor(request, email);
  left = app.recoveryCodes.slice(-2);
});
test.afterEach(async ({ request }) => disableFactor(request, email, left));

const factorOf = (page: Page) => page.getByRole('region', { name: 'Two-factor log-in' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without your recovery codes?' });

/** Makes new recovery codes, which are on the page now and never again. */
async function showCodes(page: Page): Promise<void> {
  const session = await openSession(page.request, email, { second_factor: app.recoveryCodes[0] });
  await keepSession(page, session);
  await page.goto('/my-account/security');
  const factor = factorOf(page);
  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  await factor.getByLabel('Code', { exact: true }).fill(app.recoveryCodes[1] ?? '');
  await factor.getByRole('button', { name: 'Make new codes' }).click();
  const codes = factor.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  left = (await codes.allTextContents()).slice(-2);
}

for (const width of [1440, 360]) {
  test(`a link leads away from the codes only for whoever says so, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await showCodes(page);
    const link = page.getByRole('navigation', { name: 'Pages of your account' }).getByRole('link', { name: 'Profile' });
    await link.click();
    await expect(question(page)).toBeVisible();
    await expectNoFaults(page, 'dialog[open]');
    await expectNoOverflow(page);
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await link.click();
    await question(page).getByRole('button', { name: 'Back to the codes' }).click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/my-account\/security$/);
    await expect(page.getByText(left[0] ?? '')).toBeVisible();

    // The browser has no question of its own then: nobody is asked twice.
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await link.click();
    await question(page).getByRole('button', { name: 'Leave without them' }).click();
    await page.waitForURL('**/my-account/info');
    expect(asked).toEqual([]);
  });
}

test('the browser asks whoever loads the page anew, and nobody who has kept the codes', async ({ page }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await showCodes(page);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page.getByText(left[0] ?? '')).toBeVisible();

  await factorOf(page).getByRole('checkbox', { name: 'I have kept them' }).check();
  await page.getByRole('navigation', { name: 'Pages of your account' }).getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL('**/my-account/info');
  expect(asked).toEqual(['beforeunload']);
});

test('a session that ends takes the codes along, and asks nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await showCodes(page);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL(/\/login/);
  expect(asked).toEqual([]);
});
