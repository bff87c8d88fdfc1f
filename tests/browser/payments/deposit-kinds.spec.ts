import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { logIn } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, expectAccessible, fillIn, returnAddress, returnScreen, test } from './paying-test.ts';

/** A deposit by each kind of payment method that a broker can describe. */

/**
 * What a script in the page can reach when it looks for the session: its origin, the storage, and the page around it.
 */
function reached(): string[] {
  const attempt = (look: () => unknown) => {
    try {
      return String(look());
    } catch (fault) {
      return fault instanceof DOMException ? fault.name : String(fault);
    }
  };
  return [self.origin, attempt(() => localStorage.length), attempt(() => parent === self || parent.document.title)];
}

const payAtTill = (page: Page) => page.getByRole('button', { name: 'Pay at the till' }).click();

test('a deposit on the provider’s page, in a separate window, and at a bank', async ({ page, till, context }) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, 'demo@example.com');
  const { dialog, pay, notes, amount } = await fillIn(page, 'Credit card', '301');
  const { outcome } = returnScreen(page);
  await pay.click();
  await page.getByRole('button', { name: 'Pay at the till' }).waitFor();

  // A customer who comes back from the provider is told of the unfinished payment. Another amount replaces it.
  const former = page.url();
  await page.goBack();
  await expect(notes).toContainText('You have an unfinished payment of €301.00 (Credit card).');
  await expect(amount).toHaveValue('301');
  await amount.fill('312,5');
  await pay.click();
  await page.waitForURL((url) => url.href !== former && url.pathname === '/pay');
  const address = page.url();
  await page.goto('/payment/deposit');
  await expect(notes).toContainText('€312.50');
  await expect(notes).not.toContainText('€301.00');
  await expectAccessible(page);
  await notes.getByRole('button', { name: /^Continue payment of €312.50/ }).click();
  await page.waitForURL(address);
  await payAtTill(page);
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('€312.50 credited');
  expect(till.asked.at(-1)).toMatchObject({ amount: '312.50', currency: 'EUR' });
  // The replaced payment is credited if it is paid after all.
  await page.goto(former, { waitUntil: 'commit' });
  await payAtTill(page);
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('€301.00 credited');

  await fillIn(page, 'Voucher', '320');
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open the payment page' }).click();
  const tillPage = await opened;
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('Waiting for confirmation');
  await expectAccessible(page);
  await payAtTill(tillPage);
  await expect(outcome).toHaveText('€320.00 credited');

  await fillIn(page, /^Bank transfer/, '1000');
  await expect(notes).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Copy IBAN' }).click();
  await expect(dialog.getByText('IBAN copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('AT61 1904 3002 3457 3201');
  await dialog.getByRole('button', { name: "I've made the transfer" }).click();
  await page.waitForURL('**/platform/BTCUSD');
  await page.goto('/transactions/deposits');
  await expect(page.getByRole('row', { name: /Bank deposit.*1,000\.00.*Pending/ }).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('a deposit in a cashier: inside the page, isolated from the session, and the page moves on once it is paid', async ({
  page,
}) => {
  await logIn(page, 'demo@example.com');
  await page.clock.install();
  // The cashier's script is blocked, so that nothing is paid yet.
  await page.route('**/cashier.js', (route) => route.abort());
  const { dialog, pay, notes } = await fillIn(page, /^Wallet/, '340');
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'Payment method: Wallet' })).toBeFocused();
  const frame = dialog.locator('iframe[title="Payment form: Wallet"]');
  const address = (await frame.getAttribute('src')) ?? '';
  await dialog.getByRole('button', { name: 'Change amount or payment method' }).click();
  await expect(notes).toContainText('€340.00 (Wallet)');

  // Opened directly by its address, a cashier that does not load says so.
  await page.goto(address.replace(/#.*/, ''), { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Opening the payment form…');
  for (const colorScheme of ['dark', 'light'] as const) await expectCashierHindersNobody(page, colorScheme);
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toHaveText(/^We couldn't open the payment form\./);
  await expect(page.getByRole('status')).toBeHidden();
  for (const colorScheme of ['dark', 'light'] as const) await expectCashierHindersNobody(page, colorScheme);
  // Its origin is opaque: it cannot read the site's storage, although this browser holds a session.
  expect(await page.evaluate(reached)).toEqual(['null', 'SecurityError', 'true']);
  await page.unroute('**/cashier.js');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/transactions/deposits');
  const row = page.locator('tr[data-transaction]').filter({ hasText: '€340.00' });
  await expect(row).toContainText('Awaiting payment');
  await row.getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/payment/deposit');
  const cashier = dialog.frameLocator('iframe[title="Payment form: Wallet"]');
  await expect(cashier.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The page presses the button that the provider's script drew; the script then draws the pay button.
  const payButton = cashier.getByRole('button', { name: 'Pay 340.00 EUR' });
  await page.clock.runFor(3_000);
  await expect(payButton).toBeVisible();
  expect(await payButton.evaluate(reached)).toEqual(['null', 'SecurityError', 'SecurityError']);
  await payButton.click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€340.00 credited');
});

async function expectCashierHindersNobody(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  for (const width of [900, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoFaults(page);
    const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(whole).toBe(inner);
  }
}
