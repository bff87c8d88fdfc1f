import type { Page } from '@playwright/test';
import type { StripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { startStripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { logIn } from '../customer.ts';
import { depositScreen, expect, returnAddress, returnScreen, startPayingProduct, test as base } from './paying-test.ts';

/** A product with an account at Stripe, whose part a server here plays. */
const test = base.extend<object, { stripe: StripeStandIn }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeStandIn();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  product: [
    ({ stripe }, use) =>
      startPayingProduct(stripe.env, async (product) => {
        stripe.reportTo = `${product.url}/api/transaction/update/stripe`;
        await use(product);
      }),
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function goToCheckout(page: Page, { amount, start = '' }: { amount: string; start?: string }): Promise<void> {
  await logIn(page, 'demo@example.com');
  await page.goto(`${start}/payment/creditCard`);
  const { methods } = depositScreen(page);
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('radio') });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await (start === '' ? methods.first() : dialog.getByRole('radio')).check();
  await dialog.getByRole('textbox').fill(amount);
  await dialog.getByRole('textbox').press('Enter');
  await page.getByRole('heading', { name: /minor units of eur$/ }).waitFor();
}

const sessionOf = (stripe: StripeStandIn) => [...stripe.sessions.values()].at(-1);

test('paid at Stripe, credited by its report', async ({ page, stripe }) => {
  await goToCheckout(page, { amount: '250' });
  expect(sessionOf(stripe)).toMatchObject({
    ...{ mode: 'payment', amount_total: 25_000, currency: 'eur', locale: 'en', customer_email: 'demo@example.com' },
  });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€250.00 credited');
});

test('in German the page of Stripe is German too, and so is the way back', async ({ page, stripe }) => {
  await goToCheckout(page, { amount: '260', start: '/de' });
  expect(sessionOf(stripe)).toMatchObject({ locale: 'de' });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(/\/de\/payment\/return\?/);
  await expect(returnScreen(page).outcome).toHaveText(/^260,00\s€ gutgeschrieben$/);
});

test('what Stripe is paid for days later is waited for, and credited when it says so', async ({ page, stripe }) => {
  await goToCheckout(page, { amount: '270' });
  await page.getByRole('button', { name: 'Pay later' }).click();
  await page.waitForURL(returnAddress);
  const { outcome } = returnScreen(page);
  await expect(outcome).toHaveText('Waiting for the confirmation');
  const session = sessionOf(stripe);
  if (!session) throw new Error('there is no session');
  expect(await stripe.report(session, 'checkout.session.async_payment_succeeded')).toBe(200);
  await expect(outcome).toHaveText('€270.00 credited', { timeout: 20_000 });
});

test('who goes back without having paid calls it off', async ({ page }) => {
  await goToCheckout(page, { amount: '280' });
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.waitForURL(returnAddress);
  const { outcome, callOff } = returnScreen(page);
  await expect(outcome).toHaveText('Waiting for the confirmation');
  await callOff.click();
  await expect(outcome).toHaveText('Deposit cancelled');
});

test('what expired at Stripe is declined, and can be begun again', async ({ page, stripe }) => {
  await goToCheckout(page, { amount: '290' });
  const session = sessionOf(stripe);
  if (!session) throw new Error('there is no session');
  await stripe.report(session, 'checkout.session.expired');
  await page.goBack();
  const { amount, pay } = depositScreen(page);
  await expect(amount).toHaveValue('290');
  const before = stripe.sessions.size;
  await pay.click();
  await page.getByRole('heading', { name: /minor units of eur$/ }).waitFor();
  expect(stripe.sessions.size).toBe(before + 1);
});
