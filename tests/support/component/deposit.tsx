import { page, userEvent } from 'vitest/browser';
import { DepositIsland } from '../../../src/islands/deposit/deposit.island.tsx';
import type { Locale } from '../../../src/brand.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import type {
  OpenedDeposit,
  PaymentMethod,
  PaymentOptions,
} from '../../../src/lib/contract/payments/payment-entities.ts';
import {
  getBalance,
  createTransaction,
  getPaymentOptions,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { messagesFor, test as base } from './component-test.tsx';
import { resetStores } from './fresh-nanostores.ts';
import { removeIsland } from './show-island.ts';

/** The deposit dialog, against a server that the test plays, with a method of each kind. */

const aMethod = (kind: PaymentMethod['kind'], provider: string, label: string): PaymentMethod => ({
  ...{ kind, provider, label, method: 1, icon: 'card', simulated: 0, by_hand: 0 },
});

export const methods: readonly PaymentMethod[] = [
  aMethod('send', 'till', 'Credit card'),
  {
    ...aMethod('bank', 'till-bank', 'Bank transfer'),
    ...{ method: 2, icon: 'bank' },
    account: [
      { name: 'IBAN', value: 'AT61 1904 3002 3457 3201' },
      { name: 'Account holder', value: 'Till Test Ltd' },
    ],
  },
  { ...aMethod('widget', 'till-widget', 'Wallet'), method: 3, icon: 'wallet' },
  { ...aMethod('link', 'till-link', 'Voucher'), method: 9, icon: 'voucher' },
];

export const simulated: PaymentMethod = { ...aMethod('send', 'sandbox', 'Simulated payment'), simulated: 1 };

export const options: PaymentOptions = {
  ...{ methods: [...methods], currency: 'EUR', minimum_deposit: 250, maximum_deposit: 100_000 },
  ...{ withdrawable: 0, reserved: 0, invested: 0, bonus: 0, credit: 0, opened: [] },
};

/** A card deposit that was begun and not paid. */
export const anOpened = (amount: number, changes: Partial<OpenedDeposit> = {}): OpenedDeposit => ({
  ...{ transaction_id: `opened-${amount}`, provider: 'till', amount, created_at: '2026-03-01T09:30:00.000Z' },
  ...changes,
});

/** The id of a deposit that the dialog begins. */
export const begunId = '0192f0c4-7a6e-7c1e-b7a0-5f2a9e6c1d33';
/** Where that deposit is paid. */
export const payAddress = '/till/pay';
/** Where the provider sends the customer back to. */
export const backAddress = `/payment/return?transaction=${begunId}`;

export function pathsOf(locale: Locale) {
  const start = locale === 'en' ? '' : `/${locale}`;
  return {
    ...{ platform: `${start}/platform/BTCUSD`, details: `${start}/my-account/info` },
    documents: `${start}/my-account/documents`,
    ...{ deposit: `${start}/payment/deposit`, back: `${start}/payment/return` },
    ...{ contact: `${start}/contact-us`, transactions: `${start}/transactions/deposits` },
  };
}

const noPositions = { open: [], history: [] };

export interface DepositShown {
  /** The methods and limits that the server offers. */
  offered?: Partial<PaymentOptions> | 'unreachable';
  /** The balance and the last deposits cannot be loaded. */
  isAccountLost?: boolean;
  user?: Partial<User>;
  locale?: Locale;
}

/** Shows the dialog; paying leads to `payAddress`. */
export const test = base.extend('showDeposit', ({ server, show, logIn }) => {
  return async ({ offered = {}, isAccountLost = false, user = {}, locale = 'en' }: DepositShown = {}) => {
    logIn(user);
    if (offered === 'unreachable') server.beUnreachable(getPaymentOptions);
    else server.answer(getPaymentOptions, { ...options, ...offered });
    server.answer(getTransactions, []);
    server.answer(getBalance, { balance: { balance: 0, equity: 0, freeMargin: 0, profit: 0 }, positions: noPositions });
    if (isAccountLost) for (const call of [getTransactions, getBalance]) server.beUnreachable(call);
    server.answer(createTransaction, { transaction_id: begunId });
    server.answer(sendTransaction, { redirect_url: payAddress });
    const messages = await messagesFor(locale, ['deposit', 'transactions', 'amount', 'tracker', 'problems', 'common']);
    const island = <DepositIsland paths={pathsOf(locale)} {...{ locale, messages }} />;
    await show(island);
    return {
      ...depositScreen(),
      /** Leaves the page and visits it again. */
      visitAgain: async () => {
        removeIsland();
        history.replaceState(null, '');
        resetStores();
        logIn(user);
        await show(island);
      },
    };
  };
});

/** The parts of the deposit, named as in the journeys. */
export function depositScreen() {
  const dialog = page.getByRole('dialog', { name: 'Deposit', exact: true });
  return {
    dialog,
    amount: dialog.getByLabelText('Amount', { exact: true }),
    methods: dialog.getByRole('radio'),
    method: (name: string) => dialog.getByRole('radio', { name }),
    pay: dialog.getByRole('button', { name: 'Continue to payment' }),
    refusal: dialog.getByRole('alert'),
    heading: (name: string) => dialog.getByRole('heading', { name }),
    button: (name: string | RegExp) => dialog.getByRole('button', { name }),
  };
}

/** Clicks outside the dialog, which is centred. */
export async function clickBeside(): Promise<void> {
  document.body.style.minHeight = '100vh';
  await userEvent.click(document.body, { position: { x: 5, y: 300 } });
}
