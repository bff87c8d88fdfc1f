import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { test, transactionsPage } from '../../support/component/shown-transactions.tsx';

/** Lists of thousands of rows, and links to one row. */

const many = (length: number, typeId = 5): Transaction[] =>
  Array.from({ length }, (_, index) => ({
    transaction_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ...{ amount: 1, transaction_type: 'Credit', transaction_type_id: typeId },
    ...{ transaction_status: 'approved', stage: 'approved' },
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  }));

/** Adds the fields of the details. */
const detailed = (all: readonly Transaction[]) =>
  all.map((one) => ({
    ...one,
    ...{ asked_amount: null, provider: null, started: 0 as const, comments: null, cancellable: 0 as const },
    ...{ checked_by_hand: 0 as const, reason: null, steps: [{ step: 'requested' as const, at: one.created_at }] },
  }));

test('a group that fits in the list shows its sum', async ({ showTransactions }) => {
  await showTransactions({ group: 'credits', transactions: many(4_999) });
  await expect.element(transactionsPage().main.getByCss('dl').first()).toHaveTextContent('Completed+€4,999.00');
});

test('a group that is longer than the list shows no incomplete sum', async ({ showTransactions }) => {
  await showTransactions({ group: 'credits', locale: 'de', transactions: many(5_000) });
  const { main, rows } = transactionsPage();
  await expect.element(rows).toHaveLength(100);
  await expect
    .element(main.getByText('Hier sehen Sie Ihre neuesten 5.000 Transaktionen. Ein Kontoauszug enthält alle'))
    .toBeVisible();
  await expect.element(main).not.toMatchTextContent('5.000,00');
});

test('thousands are shown a hundred at a time, and all are counted', async ({ showTransactions }) => {
  await showTransactions({ group: 'credits', transactions: many(1_250) });
  const { rows, tabs } = transactionsPage();
  await expect.element(rows).toHaveLength(100);
  await expect.element(tabs.getByRole('link', { name: 'Credits 1,250' })).toBeVisible();
  await page.getByRole('button', { name: 'Show 100 more of 1,250' }).click();
  await expect.element(rows).toHaveLength(200);
});

test('a link to a row far down the list renders that row', async ({ showTransactions }) => {
  const search = '?transaction=00000000-0000-4000-8000-000000000250';
  await showTransactions({ transactions: detailed(many(400, 1)), search });
  const { rows } = transactionsPage();
  await expect.element(rows).toHaveLength(251);
  await expect.element(rows.last().getByRole('button', { expanded: true })).toHaveFocus();
  await expect.element(rows.last()).toBeInViewport({ ratio: 1 });
});

test.for(['00000000-0000-4000-8000-000000009999', '', encodeURIComponent('"]<b>')])(
  'a link to an unknown row %j shows the list as usual',
  async (id, { showTransactions }) => {
    await showTransactions({ transactions: many(8, 6), group: 'withdrawals', search: `?transaction=${id}` });
    const { rows, main } = transactionsPage();
    await expect.element(rows).toHaveLength(8);
    await expect.element(main.getByCss('tr[data-details]')).not.toBeInTheDocument();
  },
);
