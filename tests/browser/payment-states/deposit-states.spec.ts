import type { Page } from '@playwright/test';
import type { TillProvider } from '../../support/payments/till-provider.ts';
import { logIn } from '../customer.ts';
import { depositScreen } from '../payments/paying-test.ts';
import { expect, test } from '../payments/till-test.ts';
import { expectNobodyHindered, serveOptions } from './state-parts.ts';

interface NoteState {
  email: string;
  bring: (page: Page, till: TillProvider) => Promise<void>;
}

const demo = 'demo@example.com';
const note = (page: Page, name: string) => depositScreen(page).dialog.getByRole('heading', { name });

/** Fills in the form and sends it. */
async function send(page: Page, name: string, button = 'Continue to payment'): Promise<void> {
  await page.goto('/payment/deposit');
  const { amount, dialog, method } = depositScreen(page);
  await method(name).check();
  await amount.fill('300');
  await dialog.getByRole('button', { name: button }).click();
}

/** What the dialog shows besides the form as it is at first, and how it comes about. */
const states: Readonly<Record<string, NoteState>> = {
  busy: {
    email: demo,
    async bring(page) {
      await page.route('**/api/transactions/create', () => undefined);
      await send(page, 'Credit card');
      await expect(depositScreen(page).pay).toHaveAttribute('aria-busy', 'true');
    },
  },
  'refused by the provider': {
    email: demo,
    async bring(page, till) {
      till.mood = 'broken';
      await send(page, 'Credit card');
      await expect(depositScreen(page).refusal).toContainText('The payment provider does not answer.');
    },
  },
  'without a page': {
    email: demo,
    async bring(page, till) {
      till.mood = 'pageless';
      await send(page, 'Credit card');
      await expect(depositScreen(page).refusal).toContainText('named no page to pay on');
    },
  },
  'a window that did not open': {
    email: demo,
    async bring(page) {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await send(page, 'Voucher', 'Open the payment page');
      await expect(note(page, 'Pay with Voucher')).toBeVisible();
    },
  },
  'a cashier': {
    email: demo,
    async bring(page) {
      await send(page, 'Wallet');
      await expect(note(page, 'Pay with Wallet')).toBeVisible();
    },
  },
  'a deposit that is open': {
    email: demo,
    async bring(page) {
      await send(page, 'Wallet');
      const { dialog } = depositScreen(page);
      await dialog.getByRole('button', { name: 'Change amount or way to pay' }).click();
      await expect(dialog.getByText(/that is not finished/).first()).toBeVisible();
    },
  },
  incomplete: {
    email: 'new@example.com',
    async bring(page) {
      await page.goto('/payment/deposit');
      await expect(note(page, 'You have to complete your account first')).toBeVisible();
    },
  },
  'no methods': {
    email: demo,
    async bring(page) {
      await serveOptions(page, () => ({ methods: [] }));
      await page.goto('/payment/deposit');
      await expect(note(page, 'No payment method is available')).toBeVisible();
    },
  },
  'failed to load': {
    email: demo,
    async bring(page) {
      await page.route('**/api/payments/get', (route) => route.abort());
      await page.goto('/payment/deposit');
      await expect(note(page, 'The payment methods could not be loaded')).toBeVisible();
    },
  },
  'thank-you': {
    email: demo,
    async bring(page) {
      await page.goto('/payment/deposit');
      const { amount, dialog, method } = depositScreen(page);
      await method('Bank transfer').check();
      await amount.fill('300');
      // An answer without content leaves the page where it is: it leads on after a moment.
      await page.route(/\/platform(\/|$)/, (route) => route.fulfill({ status: 204 }));
      await dialog.getByRole('button', { name: 'I have ordered the transfer' }).click();
      await expect(note(page, 'Thank you')).toBeVisible();
    },
  },
};

test.beforeEach(({ till }) => {
  till.mood = 'friendly';
});

for (const [name, { email, bring }] of Object.entries(states))
  test(`the deposit hinders nobody: ${name}`, async ({ page, till }) => {
    await logIn(page, email);
    await bring(page, till);
    await expectNobodyHindered(page);
  });
