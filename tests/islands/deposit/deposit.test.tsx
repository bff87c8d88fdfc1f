import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DepositIsland } from '../../../src/islands/deposit/deposit.island.tsx';
import type { PaymentOptions } from '../../../src/lib/contract/payments/payment-entities.ts';
import { createTransaction, getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { messagesFor, test } from '../../support/component/component-test.tsx';

const options: PaymentOptions = {
  methods: [{ method: 1, kind: 'send', provider: 'sandbox', label: 'Card', icon: 'card', simulated: 1, by_hand: 0 }],
  ...{ currency: 'EUR', minimum_deposit: 250, maximum_deposit: 100_000 },
  ...{ withdrawable: 0, reserved: 0, invested: 0, bonus: 0, credit: 0, opened: [] },
};

const paths = {
  ...{
    platform: '/platform/BTCUSD',
    details: '/my-account/info',
    deposit: '/payment/deposit',
    back: '/payment/return',
  },
  ...{ contact: '/contact-us', transactions: '/transactions/deposits' },
};

const island = (
  <DepositIsland
    paths={paths}
    locale="en"
    messages={await messagesFor('en', ['deposit', 'amount', 'tracker', 'problems', 'common'])}
  />
);

test('pressed twice, one deposit begins; the dialog cannot be closed meanwhile', async ({
  server,
  show,
  logIn,
  destinations,
}) => {
  logIn();
  server.answer(getPaymentOptions, options);
  server.hold(createTransaction);
  await show(island);
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  const pay = dialog.getByRole('button', { name: 'Continue to payment' });
  await dialog.getByLabelText('Amount', { exact: true }).fill('250');
  await pay.dblClick();
  await expect.element(pay).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(server.asked(createTransaction)).toHaveLength(1);
  expect(destinations).toEqual([]);
});
