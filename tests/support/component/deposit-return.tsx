import { page } from 'vitest/browser';
import { ReturnIsland } from '../../../src/islands/deposit/return.island.tsx';
import type { User } from '../../../src/lib/contract/entities.ts';
import { getBalance, getPaymentOptions, getTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { messagesFor, test as base } from './component-test.tsx';
import { options } from './deposit.tsx';
import { sockets } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';

/** The page of what became of a deposit, in front of a server that the test plays. */

const paths = {
  ...{ platform: '/platform/BTCUSD', deposit: '/payment/deposit', transactions: '/transactions/deposits' },
  ...{ contact: '/contact-us', documents: '/my-account/documents' },
};

export interface ReturnShown {
  /** Told of the deposit that the address names; `unreachable`: the server is away; undefined: the test has said it. */
  transaction?: TransactionDetails | 'unreachable';
  offered?: Partial<PaymentOptions>;
  user?: Partial<User>;
  /** In the address. */
  id?: string;
}

export const test = base.extend('showReturn', ({ server, show, logIn }) => {
  return async ({ transaction, offered = {}, user = {}, id }: ReturnShown = {}) => {
    logIn(user);
    const named = id ?? (typeof transaction === 'object' ? transaction.transaction_id : 'x');
    history.replaceState(null, '', `?transaction=${named}`);
    server.answer(getPaymentOptions, { ...options, ...offered });
    server.answer(getBalance, aBalance(1_750));
    if (transaction === 'unreachable') server.beUnreachable(getTransaction);
    else if (transaction) server.answer(getTransaction, transaction);
    await show(
      <main>
        <ReturnIsland paths={paths} locale="en" messages={await messagesFor('en', ['deposit', 'problems', 'common'])} />
      </main>,
    );
    return returnScreen();
  };
});

/** In major units. */
export const aBalance = (balance: number) => ({
  balance: { balance, equity: balance, freeMargin: balance, profit: 0 },
  positions: { open: [], history: [] },
});

/** The line on which the server tells of news, once the page has opened it. */
export function lineOf(): FakeSocket | undefined {
  return sockets.at(-1);
}

/** What became of a deposit, as the journeys name it. */
export function returnScreen() {
  const main = page.getByRole('main');
  return {
    main,
    outcome: main.getByRole('heading', { level: 1 }),
    said: main.getByRole('status'),
    callOff: main.getByRole('button', { name: 'I did not pay: cancel it' }),
    goOn: main.getByRole('button', { name: 'Continue to payment' }),
    link: (name: string) => main.getByRole('link', { name }),
  };
}
