import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { transactionGroups } from '../../../src/lib/transactions/transaction-types.ts';
import { expectNoHorizontalScroll, expectAccessible } from '../../support/component/accessibility.ts';
import { tabTo } from '../../support/component/keyboard.ts';
import { at, textsOf } from '../../support/component/money.ts';
import { collectSavedFiles } from '../../support/component/saved-files.ts';
import { catchCopies, test, transactionsPage } from '../../support/component/shown-transactions.tsx';

/** The transaction lists: their groups, their order and their exports. */

afterEach(() => void vi.restoreAllMocks());

test('each group has its own transactions: type, amount, status and number', async ({ showTransactions }) => {
  const [first] = await showTransactions();
  const { tabs, column, rows } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  await expect.element(tabs.getByRole('link', { name: /^Deposits/ })).toHaveAttribute('aria-current', 'page');
  const types = textsOf(column('transaction_type_id'));
  expect(types.slice(0, 3)).toEqual(['Bank deposit', 'Other deposit', 'Manual deposit']);
  expect(textsOf(column('amount')).slice(0, 3)).toEqual(['+€1,000.00', '+€500.00', '+€75.00']);
  expect(new Set(textsOf(column('transaction_status')))).toEqual(
    new Set(['Pending', 'Approved', 'Cancelled', 'Declined']),
  );
  expect(textsOf(column('id'))[0]).toBe(first?.transaction_id.slice(0, 8));

  await tabs.getByRole('link', { name: /^Withdrawals/ }).click();
  expect(location.pathname).toBe('/transactions/withdrawals');
  expect(document.title).toMatch(/^Withdrawals · Transactions · /);
  await expect.element(rows).toHaveLength(8);
  await expect.poll(() => textsOf(column('transaction_type_id'))).toContain('Returned withdrawal');
  await tabs.getByRole('link', { name: /^Bonuses/ }).click();
  await expect.element(rows).toHaveLength(2);
  expect(textsOf(column('transaction_type_id'))).toEqual(['Bonus adjustment', 'Bonus']);
  history.back();
  await expect.poll(() => document.title).toMatch(/^Withdrawals · /);
  await expect.element(rows).toHaveLength(8);
});

test('pressing a column sorts by it, and pressing it again reverses the order', async ({ showTransactions }) => {
  await showTransactions({ group: 'withdrawals' });
  const { head, column, rows } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  await expect.element(head('Date (UTC)')).toHaveAttribute('aria-sort', 'descending');
  await head('Amount').getByRole('button').click();
  await expect.element(head('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Date (UTC)')).not.toHaveAttribute('aria-sort');
  const falling = ['+€800.00', '-€5.00', '-€250.00', '-€350.00', '-€450.00', '-€600.00', '-€800.00', '-€1,200.00'];
  await expect.poll(() => textsOf(column('amount'))).toEqual(falling);
  await head('Amount').getByRole('button').click();
  await expect.poll(() => textsOf(column('amount'))).toEqual([...falling].reverse());
  await head('Status').getByRole('button').click();
  const statuses = ['Approved', 'Approved', 'Cancelled', 'Declined', 'Pending', 'Sent', 'Sent', 'Sent'];
  await expect.poll(() => textsOf(column('transaction_status'))).toEqual(statuses);
});

test('the file has all transactions of a group, in the order of the table', async ({ showTransactions }) => {
  await showTransactions({ group: 'withdrawals' });
  const { head, rows } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  await head('Amount').getByRole('button').click();
  const files = collectSavedFiles();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .element(page.getByRole('status').filter({ hasText: /withdrawals-\S+ saved\. Transactions exported: 8\./ }))
    .toBeVisible();
  const [file] = files;
  expect(file?.name).toMatch(/^withdrawals-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await file?.content.text())?.split('\r\n') ?? [];
  expect(lines[0]).toBe(
    'transaction_id,created_at,transaction_type_id,transaction_type,transaction_status,stage,amount,currency',
  );
  expect(lines).toHaveLength(1 + 8 + 1);
  const [id = '', when, ...rest] = lines[1]?.split(',') ?? [];
  expect(rest).toEqual(['8', 'Returned withdrawal', 'approved', 'approved', '800.00', 'EUR']);
  expect(when).toBe(at(19));
  await expect.element(rows.first()).toHaveAttribute('data-transaction', id);
});

test('the whole number is copied, although only part of it is shown', async ({ showTransactions }) => {
  const copies = catchCopies();
  const all = await showTransactions({ group: 'credits' });
  const { rows } = transactionsPage();
  const id = all.at(-1)?.transaction_id ?? '';
  await rows
    .first()
    .getByRole('button', { name: `Copy number ${id.slice(0, 8)}` })
    .click();
  await expect.element(page.getByRole('status').filter({ hasText: `Number ${id.slice(0, 8)} copied` })).toBeVisible();
  expect(copies).toEqual([id]);
});

test.for([
  ['deposits', 'No deposits yet', '/payment/deposit'],
  ['withdrawals', 'No withdrawals yet', '/payment/withdraw'],
  ['bonuses', 'No bonuses yet', null],
  ['credits', 'No credits yet', null],
] as const)('without %s, the list says what will be in it', async ([group, title, way], { showTransactions }) => {
  await showTransactions({ group, transactions: [] });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  const ways = page.getByRole('link', { name: /^(Make a deposit|Make a withdrawal)$/ }).elements();
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(way === null ? [] : [way]);
});

test('the reserved amount is shown beside the list, and the shortcut leads to the withdrawal page', async ({
  showTransactions,
  destinations,
}) => {
  await showTransactions({ group: 'withdrawals', options: { reserved: 1_250 } });
  const { main } = transactionsPage();
  await expect.element(main.getByCss('[data-reserved]')).toHaveTextContent('Set aside€1,250.00');
  await main.getByRole('link', { name: 'Make a withdrawal' }).click();
  await expect.poll(() => destinations).toEqual(['/payment/withdraw']);
});

test('by keyboard alone: tabs and heads keep the focus', async ({ showTransactions }) => {
  await showTransactions();
  const { tabs, head, rows } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  const bonuses = tabs.getByRole('link', { name: /^Bonuses/ });
  await tabTo(bonuses);
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveLength(2);
  await expect.element(bonuses).toHaveFocus();
  const amount = head('Amount').getByRole('button');
  await tabTo(amount);
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(head('Amount')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(amount).toHaveFocus();
});

test.for(transactionGroups.flatMap((group) => [[group, 'en'] as const, [group, 'de'] as const]))(
  'the %s in %s are accessible and fit every screen',
  async ([group, locale], { showTransactions }) => {
    await showTransactions({ group, locale, options: { reserved: 250 } });
    await expect.element(transactionsPage().rows.first()).toBeVisible();
    for (const width of [320, 840, 1100]) {
      await page.viewport(width, 800);
      await expectNoHorizontalScroll();
    }
    await expectAccessible({ widths: [1440, 360], isWholePage: true });
  },
);

test('on a phone each transaction is a card, and a select sorts them', async ({ showTransactions }) => {
  await page.viewport(360, 780);
  await showTransactions({ group: 'withdrawals' });
  const { column, rows, head } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  await expect.element(head('Amount')).not.toBeInTheDocument();
  await page.getByLabelText('Sort by').selectOptions('Amount');
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect.poll(() => textsOf(column('amount'))[0]).toBe('-€1,200.00');
  await expect.element(page.getByRole('button', { name: 'Ascending' })).toBeVisible();
});

test.for(['en', 'de', 'it', 'es'] as const)(
  'on a phone the selected tab is in view, in %s',
  async (locale, { showTransactions }) => {
    await page.viewport(360, 780);
    await showTransactions({ group: 'credits', locale });
    const { rows, main } = transactionsPage();
    await expect.element(rows).toHaveLength(1);
    await expect.element(main.getByCss('nav [aria-current=page]')).toBeInViewport({ ratio: 1 });
  },
);

test('in German everything is translated', async ({ showTransactions }) => {
  await showTransactions({ group: 'withdrawals', locale: 'de' });
  const { rows, column, main } = transactionsPage();
  await expect.element(rows).toHaveLength(8);
  await expect.element(main.getByRole('heading', { name: 'Transaktionen' })).toBeVisible();
  expect(textsOf(column('transaction_type_id'))).toContain('Zurückgebuchte Auszahlung');
  expect(textsOf(column('amount'))).toContain('+800,00 €');
  await main.getByRole('link', { name: /^Boni/ }).click();
  await expect.element(rows).toHaveLength(2);
  expect(location.pathname).toBe('/de/transactions/bonuses');
});
