import { page } from 'vitest/browser';
import { ReturnIsland } from '../../../src/islands/deposit/return.island.tsx';
import type { User } from '../../../src/lib/contract/entities.ts';
import { getBalance, getPaymentOptions, getTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { messagesFor, test as base } from './component-test.tsx';
import { options } from './deposit.tsx';
import { sockets } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';

/** The page with the outcome of a deposit, against a server that the test plays. */

const paths = {
  ...{ platform: '/platform/BTCUSD', deposit: '/payment/deposit', transactions: '/transactions/deposits' },
  ...{ contact: '/contact-us', documents: '/my-account/documents' },
};

export interface ReturnShown {
  /**
   * What the server says about the deposit in the address; `unreachable`: the server is down; undefined: the test has
   * set the answer.
   */
  transaction?: TransactionDetails | 'unreachable';
  offered?: Partial<PaymentOptions>;
  user?: Partial<User>;
  /** The id in the address. */
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

/** The connection for the server's pushes, once the page has opened it. */
export function lineOf(): FakeSocket | undefined {
  return sockets.at(-1);
}

/** The parts of the outcome page, named as in the journeys. */
export function returnScreen() {
  const main = page.getByRole('main');
  return {
    main,
    outcome: main.getByRole('heading', { level: 1 }),
    said: main.getByRole('status'),
    cancel: main.getByRole('button', { name: "I didn't pay. Cancel it" }),
    goOn: main.getByRole('button', { name: 'Continue to payment' }),
    link: (name: string) => main.getByRole('link', { name }),
  };
}
