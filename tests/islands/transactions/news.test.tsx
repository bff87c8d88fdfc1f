import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import {
  afterSteps,
  aWithdrawal,
  at,
  customerConnection,
  serveMoney,
  stopsOf,
  textsOf,
} from '../../support/component/money.ts';
import { aTransaction, someTransactions, test, transactionsPage } from '../../support/component/shown-transactions.tsx';

/** Transaction lists that change while they are shown. */

afterEach(() => void vi.useRealTimers());

const idsOf = () =>
  transactionsPage()
    .rows.elements()
    .map((row) => (row as HTMLElement).dataset.transaction);

test('a row changes in place: sorting, open rows and scroll position stay', async ({ server, showTransactions }) => {
  await page.viewport(1440, 500);
  const withdrawal = aWithdrawal({ amount: -160 });
  const others = someTransactions();
  await showTransactions({ group: 'withdrawals', transactions: [withdrawal, ...others] });
  const { head, main, rowOf, detailsOf } = transactionsPage();
  const row = rowOf(withdrawal);
  await expect.element(row).toMatchTextContent('Pending');
  await head('Amount').getByRole('button').click();
  const opener = row.getByRole('button', { name: 'Withdrawal', exact: true });
  await opener.click();
  const details = detailsOf(withdrawal);
  await expect.poll(() => stopsOf(details)).toContain('Under review now');
  const order = idsOf();
  scrollTo(0, 120);
  const scrolled = scrollY;
  expect(scrolled).toBeGreaterThan(0);
  const connection = await customerConnection();
  connection.join();
  const advanceTo = (...steps: ('checked' | 'approved')[]) => {
    serveMoney(server, [{ ...withdrawal, ...afterSteps(...steps) }, ...others]);
    connection.tell('transactions');
  };
  advanceTo('checked');
  await expect.poll(() => stopsOf(details)).toContain('Waiting for approval now');
  advanceTo('checked', 'approved');
  await expect.element(row).toMatchTextContent('Approved');
  await expect.element(main.getByCss('[data-changes]')).toHaveTextContent('Withdrawal of €160.00: Approved.');
  expect(idsOf()).toEqual(order);
  await expect.element(head('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  expect(scrollY).toBe(scrolled);
});

test('a booking by the broker appears in the list by itself', async ({ server, showTransactions }) => {
  const all = await showTransactions();
  const { rows, column, tabs } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  const connection = await customerConnection();
  connection.join();
  serveMoney(server, [aTransaction(29, [11, 33]), ...all]);
  connection.tell('transactions');
  await expect.element(rows).toHaveLength(9);
  expect(textsOf(column('amount'))[0]).toBe('+€33.00');
  await expect.element(tabs.getByRole('link', { name: 'Deposits 9' })).toBeVisible();
});

test('changes also appear without the push connection', async ({ server, showTransactions }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const all = await showTransactions();
  const { rows } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  serveMoney(server, [aTransaction(29, [11, 34]), ...all]);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(rows).toHaveLength(9);
});

test.for([
  ['en', 1440],
  ['de', 360],
  ['en', 320],
] as const)('opened rows in %s at %i px are accessible', async ([locale, width], { showTransactions }) => {
  const withdrawals: TransactionDetails[] = [
    aWithdrawal(),
    aWithdrawal(afterSteps('checked', 'approved')),
    aWithdrawal({ ...afterSteps('checked', 'approved', 'sent'), created_at: at(2) }),
    aWithdrawal({ ...afterSteps('declined'), reason: 'The account at the bank is not in your name.' }),
    aWithdrawal(afterSteps('cancelled')),
    aWithdrawal(afterSteps('checked', 'approved', 'sent', 'returned')),
  ];
  await showTransactions({ group: 'withdrawals', locale, transactions: withdrawals, options: { reserved: 250.5 } });
  const { rowOf, detailsOf } = transactionsPage();
  for (const withdrawal of withdrawals) {
    await rowOf(withdrawal).getByRole('button', { expanded: false }).click();
    await expect.element(detailsOf(withdrawal).getByRole('listitem').first()).toBeVisible();
  }
  await expectAccessible({ widths: [width], isWholePage: true });
});
