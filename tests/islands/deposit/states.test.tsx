import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  createTransaction,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import type { FakeServer } from '../../support/component/fake-server.ts';
import { anOpened, depositScreen, test } from '../../support/component/deposit.tsx';
import type { DepositShown } from '../../support/component/deposit.tsx';
import { expectAccessible } from '../../support/component/accessibility.ts';

/** The states of the deposit dialog; `bring` leads to the state. */

interface DepositState extends DepositShown {
  bring: (server: FakeServer) => Promise<void>;
}

async function send(name: string, button = 'Continue to payment'): Promise<void> {
  const { method, amount, button: named } = depositScreen();
  await method(name).click();
  await amount.fill('300');
  await named(button).click();
}

const expectHeading = (name: string) => expect.element(depositScreen().heading(name)).toBeVisible();

const states: Readonly<Record<string, DepositState>> = {
  form: { bring: () => expect.element(depositScreen().amount).toBeVisible() },
  refused: {
    async bring() {
      const { amount, pay } = depositScreen();
      await pay.click();
      await expect.element(amount).toHaveFocus();
    },
  },
  unreachable: {
    async bring(server) {
      server.beUnreachable(createTransaction);
      await send('Credit card');
      await expect.element(depositScreen().refusal).toBeInViewport();
    },
  },
  bank: {
    async bring() {
      const { method, dialog } = depositScreen();
      await method('Bank transfer').click();
      await expect.element(dialog.getByText('Reference', { exact: true })).toBeVisible();
    },
  },
  busy: {
    async bring(server) {
      server.hold(createTransaction);
      await send('Credit card');
      await expect.element(depositScreen().pay).toHaveAttribute('aria-busy', 'true');
    },
  },
  'refused by the provider': {
    async bring(server) {
      server.refuse(sendTransaction, 'UNAVAILABLE');
      await send('Credit card');
      await expect.element(depositScreen().refusal).toMatchTextContent("The payment provider isn't responding.");
    },
  },
  'without a page': {
    async bring(server) {
      server.answer(sendTransaction, { redirect_url: null });
      await send('Credit card');
      await expect.element(depositScreen().refusal).toMatchTextContent("We couldn't open the payment page.");
    },
  },
  'a window that did not open': {
    async bring() {
      vi.spyOn(window, 'open').mockReturnValue(null);
      await send('Voucher', 'Open the payment page');
      await expectHeading('Payment method: Voucher');
    },
  },
  'a cashier': {
    async bring(server) {
      server.answer(getTransaction, aTransaction({ stage: 'opened' }));
      await send('Wallet');
      await expectHeading('Payment method: Wallet');
    },
  },
  'deposits that are open': {
    offered: { opened: [anOpened(310), anOpened(309)] },
    bring: () => expect.element(depositScreen().dialog.getByText(/You have an unfinished payment/)).toBeVisible(),
  },
  'deposits that are open, in German': {
    locale: 'de',
    offered: { opened: [anOpened(310), anOpened(309)] },
    bring: () => expect.element(page.getByRole('dialog').getByText(/310,00\s€/)).toBeVisible(),
  },
  'a question whether one is called off': {
    offered: { opened: [anOpened(310)] },
    async bring() {
      await depositScreen()
        .button(/^Cancel payment of €310.00/)
        .click();
      await expect.element(page.getByRole('dialog', { name: 'Cancel this deposit?' })).toBeVisible();
    },
  },
  incomplete: {
    user: { street: null },
    bring: () => expectHeading('You have to complete your account first'),
  },
  'no methods': { offered: { methods: [] }, bring: () => expectHeading('No payment methods available') },
  'failed to load': { offered: 'unreachable', bring: () => expectHeading("We couldn't load the payment methods") },
  'thank-you': {
    async bring() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await send('Bank transfer', "I've made the transfer");
      await expectHeading('Thank you');
      vi.useRealTimers();
    },
  },
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.for(Object.entries(states))(
  'the deposit is accessible: %s',
  async ([, { bring, ...shown }], { server, showDeposit }) => {
    await showDeposit(shown);
    await bring(server);
    await expectAccessible();
  },
);

test('a refusal is visible on a small screen, too', async ({ server, showDeposit }) => {
  await page.viewport(360, 640);
  const { amount, pay, refusal } = await showDeposit();
  server.beUnreachable(createTransaction);
  await amount.fill('300');
  await pay.click();
  await expect.element(refusal).toBeInViewport({ ratio: 1 });
});
