import type { Page } from '@playwright/test';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { expectAccount, slot } from '../account/account-parts.ts';
import { expectNoHorizontalScroll } from '../account-lists/list-parts.ts';
import { expect, test } from '../account/account-test.ts';
import { expectNoFaults } from '../accessibility.ts';
import { chosenPassword, expectTerminalReady, logInByForm } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';

/** How a new customer gets from the terminal, which cannot trade yet, through the steps that are missing. */

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const steps = (page: Page) => page.getByRole('region', { name: 'Get started' });
const step = (page: Page, name: string) => steps(page).getByRole('link', { name });

async function completeProfile(page: Page): Promise<void> {
  const field = (title: string) => page.getByLabel(title, { exact: true });
  await field('Date of birth').fill('1988-05-05');
  await field('Country').selectOption('Austria');
  for (const [title, text] of [
    ['State or region', 'Wien'],
    ['City', 'Wien'],
    ['Postal code', '1010'],
    ['Street', 'Graben 1'],
  ] as const)
    await field(title).fill(text);
  await page.getByRole('button', { name: 'Save' }).tap();
}

async function sendDocuments(page: Page): Promise<void> {
  for (const name of ['passport', 'address', 'funding_front', 'funding_back']) {
    const section = slot(page, name);
    const file = { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await madeJpeg() };
    await section.locator('input').first().setInputFiles(file);
    await section.getByRole('button', { name: 'Upload' }).tap();
    await expect(section.getByRole('status')).toContainText('Processing');
  }
}

test('a new customer is led from the terminal through profile, documents and deposit', async ({ page, email }) => {
  const faults = listenToFaults(page);
  await page.goto('/login');
  await logInByForm(page, email, chosenPassword);
  // A customer with an incomplete profile is led to it; the platform is one tap away.
  await page.waitForURL('**/my-account/info');
  await expectAccount(page);
  await expect(steps(page)).toContainText('0 of 4 done');
  await step(page, 'Place your first trade').tap();
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await expect(steps(page)).toContainText('0 of 4 done');
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);

  // Sell and Buy refuse nothing: they lead to the step that is missing.
  const trade = page.getByRole('group', { name: 'New trade' });
  for (const side of ['Sell', 'Buy'])
    await expect(trade.getByRole('link', { name: side })).toHaveAttribute('href', '/my-account/info');
  await trade.getByRole('link', { name: 'Buy' }).tap();
  await page.waitForURL('**/my-account/info');
  await expectAccount(page);
  // The account's pages are one row of tabs.
  const tabs = await page.getByRole('navigation', { name: 'Account pages' }).boundingBox();
  expect(tabs?.height).toBeLessThan(60);
  await completeProfile(page);
  await expect(steps(page)).toContainText('1 of 4 done');
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);

  await step(page, 'Verify your account').tap();
  await page.waitForURL('**/my-account/documents');
  await expectAccount(page);
  await sendDocuments(page);
  await expect(steps(page)).toContainText("We're reviewing your documents.");

  await step(page, 'Make your first deposit').tap();
  await page.waitForURL('**/payment/deposit');
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await expect(steps(page)).toContainText('1 of 4 done');
  await dialog.getByLabel('Amount', { exact: true }).fill('250');
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Continue to payment' }).tap();
  await page.waitForURL('**/sandbox/pay/*');
  await page.getByRole('button', { name: /^Approve/ }).tap();
  await page.waitForURL(/\/payment\/return/);
  await page.getByRole('link', { name: 'Go to platform' }).tap();
  await page.waitForURL('**/platform/BTCUSD');
  await expect(steps(page)).toContainText('2 of 4 done');
  await steps(page).getByRole('button', { name: 'Hide these steps' }).tap();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expectTerminalReady(page);
  await expect(steps(page)).toHaveCount(0);
  expect(faults).toEqual([]);
});
