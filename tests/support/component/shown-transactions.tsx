import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { TransactionsIsland } from '../../../src/islands/transactions/transactions.island.tsx';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import type { TransactionGroup } from '../../../src/lib/transactions/transaction-types.ts';
import { transactionGroups, transactionTypeName } from '../../../src/lib/transactions/transaction-types.ts';
import { messagesFor, test as base } from './component-test.tsx';
import { at, freshId, serveMoney } from './money.ts';

/** The transactions page, against a server that the test plays. */

/** A transaction by day, type and amount; approved by default. */
export function aTransaction(
  day: number,
  [typeId, amount]: readonly [number, number],
  stage: Transaction['stage'] = 'approved',
): Transaction {
  const isEnd = stage === 'declined' || stage === 'cancelled';
  const isWaiting = stage === 'pending' || stage === 'not_started' || stage === 'opened';
  return {
    ...{ transaction_id: freshId(), created_at: at(day), amount },
    ...{ transaction_type: transactionTypeName(typeId), transaction_type_id: typeId, stage },
    transaction_status: isEnd ? stage : isWaiting ? 'pending' : 'approved',
  };
}

/** Eight deposits, eight withdrawals, two bonuses and a credit, newest first. */
export function someTransactions(): Transaction[] {
  const deposits = [
    aTransaction(28, [2, 1_000], 'pending'),
    aTransaction(27, [9, 500]),
    aTransaction(26, [11, 75]),
    aTransaction(25, [1, 300], 'cancelled'),
    aTransaction(24, [1, 250], 'declined'),
    ...[23, 22, 21].map((day) => aTransaction(day, [1, 400])),
  ];
  const withdrawals = [
    aTransaction(20, [6, -250], 'pending'),
    aTransaction(19, [8, 800]),
    aTransaction(18, [6, -800], 'sent'),
    aTransaction(17, [7, -5]),
    aTransaction(16, [6, -1_200], 'sent'),
    aTransaction(15, [6, -450], 'declined'),
    aTransaction(14, [6, -350], 'cancelled'),
    aTransaction(13, [6, -600], 'sent'),
  ];
  return [
    ...deposits,
    ...withdrawals,
    aTransaction(12, [10, -20]),
    aTransaction(11, [4, 120]),
    aTransaction(10, [5, 200]),
  ];
}

interface ListOptions {
  group?: TransactionGroup;
  locale?: Locale;
  transactions?: readonly (Transaction | TransactionDetails)[];
  options?: Partial<PaymentOptions>;
  /** The address's query, after the group. */
  search?: string;
  /** Whether the browser has not shown the swipe hint yet. */
  isFirstVisit?: true;
}

export const test = base.extend('showTransactions', ({ server, show, logIn }) => {
  return async ({
    group = 'deposits',
    locale = 'en',
    transactions = someTransactions(),
    options,
    search = '',
    isFirstVisit,
  }: ListOptions = {}) => {
    const start = locale === 'en' ? '' : `/${locale}`;
    const links = transactionGroups.map((one) => ({ group: one, href: `${start}/transactions/${one}` }));
    const shortcuts = { deposits: `${start}/payment/deposit`, withdrawals: `${start}/payment/withdraw` };
    logIn();
    if (!isFirstVisit) localStorage.setItem(storageKeys.swipeHint, 'shown');
    serveMoney(server, transactions, options);
    history.replaceState(null, '', `${start}/transactions/${group}${search}`);
    await show(
      <main style={{ padding: '0 16px' }}>
        <TransactionsIsland
          {...{ group, links, shortcuts, locale }}
          messages={await messagesFor(locale, ['transactions', 'tracker', 'statements', 'problems', 'common'])}
        />
      </main>,
    );
    return transactions;
  };
});

/** The parts of the transactions page. */
export function transactionsPage() {
  const main = page.getByRole('main');
  const rows = main.getByCss('tr[data-transaction]');
  return {
    main,
    rows,
    tabs: main.getByRole('navigation', { name: 'Transaction types' }),
    column: (name: string) => rows.getByCss(`[data-column="${name}"]`),
    head: (name: string) => main.getByRole('columnheader', { name }),
    rowOf: ({ transaction_id: id }: Pick<Transaction, 'transaction_id'>) =>
      main.getByCss(`tr[data-transaction="${id}"]`),
    detailsOf: ({ transaction_id: id }: Pick<Transaction, 'transaction_id'>) => main.getByCss(`[data-details="${id}"]`),
  };
}

/** Collects what the page copies to the clipboard from now on: reading the clipboard would need a permission. */
export function catchCopies(): string[] {
  const copies: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copies.push(text);
    return Promise.resolve();
  });
  return copies;
}
