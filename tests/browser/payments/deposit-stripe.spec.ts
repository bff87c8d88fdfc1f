import type { Page } from '@playwright/test';
import type { StripeStandIn } from '../../support/payments/stripe-stand-in.ts';
import { logIn } from '../customer.ts';
import { expect, expectAccessible, fillIn, returnAddress, returnScreen, test } from './paying-test.ts';

/** Deposits at Stripe, whose part a local server plays. */

function newestOf({ sessions }: StripeStandIn) {
  const session = [...sessions.values()].at(-1);
  if (!session) throw new Error('there is no session');
  return session;
}

const atCheckout = (page: Page) => page.getByRole('heading', { name: /minor units of eur$/ }).waitFor();

test('a card is paid in German, days later, not at all, and after its page has expired', async ({ page, stripe }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/de/payment/creditCard');
  const german = page.getByRole('dialog', { name: 'Einzahlung' });
  await german.getByRole('radio', { name: /^Karte/ }).check();
  await expectAccessible(page);
  await german.getByRole('textbox').fill('260');
  await german.getByRole('textbox').press('Enter');
  await atCheckout(page);
  expect(newestOf(stripe)).toMatchObject({
    ...{ mode: 'payment', amount_total: 26_000, currency: 'eur', locale: 'de', customer_email: 'demo@example.com' },
  });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(/\/de\/payment\/return\?/);
  const { outcome, goOn, cancel } = returnScreen(page);
  await expect(outcome).toHaveText(/^260,00\s€ gutgeschrieben$/);
  await expectAccessible(page);

  // A delayed payment stays pending and is credited when Stripe reports it.
  const { pay, amount } = await fillIn(page, /^Card/, '270');
  await pay.click();
  await atCheckout(page);
  await page.getByRole('button', { name: 'Pay later' }).click();
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('Waiting for confirmation');
  expect(await stripe.report(newestOf(stripe), 'checkout.session.async_payment_succeeded')).toBe(200);
  await expect(outcome).toHaveText('€270.00 credited');

  // A customer who goes back without paying can return to the payment page or cancel.
  await fillIn(page, /^Card/, '280');
  await pay.click();
  await atCheckout(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('Waiting for confirmation');
  await goOn.click();
  await page.waitForURL(address);
  await page.goBack();
  await cancel.click();
  await expect(outcome).toHaveText('Deposit cancelled');

  // A session that expires at Stripe is declined, and a new deposit can be started.
  await fillIn(page, /^Card/, '290');
  await pay.click();
  await atCheckout(page);
  await stripe.report(newestOf(stripe), 'checkout.session.expired');
  await page.goBack();
  await expect(amount).toHaveValue('290');
  const before = stripe.sessions.size;
  await pay.click();
  await atCheckout(page);
  expect(stripe.sessions.size).toBe(before + 1);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(returnAddress);
  await expect(outcome).toHaveText('€290.00 credited');
});
