import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { depositScreen } from './paying-test.ts';
import { expect, test } from './till-test.ts';

/** Each state of the deposit, and how it comes about. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async form(page) {
    await expect(depositScreen(page).amount).toBeVisible();
  },
  async refused(page) {
    const { amount, pay } = depositScreen(page);
    await pay.click();
    await expect(amount).toBeFocused();
  },
  async unreachable(page) {
    const { amount, pay, refusal } = depositScreen(page);
    await page.route('**/api/transactions/create', (route) => route.abort());
    await amount.fill('300');
    await pay.click();
    await expect(refusal).toBeInViewport();
  },
  async bank(page) {
    const { method, dialog } = depositScreen(page);
    await method('Bank transfer').check();
    await expect(dialog.getByText('Reference', { exact: true })).toBeVisible();
  },
};

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
] as const) {
  test(`the deposit hinders nobody at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await logIn(page, 'demo@example.com');
    for (const bring of Object.values(states)) {
      await page.goto('/payment/deposit');
      await bring(page);
      await expectNoSideways(page);
      await expectNoFaultsInBothThemes(page);
    }
  });
}

test('a screen of 320 px is wide enough', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const { dialog, amount, method } = depositScreen(page);
  await expect(amount).toBeVisible();
  await method('Bank transfer').check();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectNoSideways(page);
});

test('by keyboard alone: a method, an amount, and on to the payment', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const { dialog, amount, method, pay } = depositScreen(page);
  await expect(dialog.getByRole('heading', { name: 'Deposit' })).toBeFocused();
  await tabTo(page, method('Credit card'));
  await page.keyboard.press('ArrowDown');
  await expect(method('Bank transfer')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tabTo(page, amount);
  await page.keyboard.type('350');
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay at the till' })).toBeVisible();
});

test('in German it asks for a deposit in German, and leads to German pages', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/de/payment/deposit');
  const dialog = page.getByRole('dialog', { name: 'Einzahlung' });
  await expect(dialog.getByText('Mindesteinzahlung 250 €')).toBeVisible();
  await dialog.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await expect(dialog.getByLabel('Betrag', { exact: true })).toHaveAccessibleDescription('Betrag ist erforderlich');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/de/platform/BTCUSD');
});
