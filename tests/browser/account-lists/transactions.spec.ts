import { readFile } from 'node:fs/promises';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectNoSidewaysAt, knowSwiping, serveTransactions, textsOf, transactionsPage } from './list-parts.ts';

const groups = ['deposits', 'withdrawals', 'bonuses', 'credits'] as const;

test.beforeEach(({ page }) => knowSwiping(page));

for (const [from, to] of [
  ['/transactions', '/transactions/deposits'],
  ['/transactions/anything', '/transactions/deposits'],
  ['/transactions/Deposits', '/transactions/deposits'],
  ['/de/transactions', '/de/transactions/deposits'],
  ['/de/transactions/bonus?ref=abc', '/de/transactions/deposits?ref=abc'],
] as const) {
  test(`${from} leads to ${to}`, async ({ request }) => {
    const answer = await request.get(from, { headers: { accept: 'text/html' }, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, to]);
  });
}

test('a visitor is asked to log in, and comes back', async ({ page }) => {
  await page.goto('/transactions/bonuses');
  await expect(page).toHaveURL(/\/login\?next=%2Ftransactions%2Fbonuses$/);
});

test('each group has its own transactions: type, amount, status and number', async ({ page }) => {
  const faults = listenToFaults(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions');
  const { tabs, column, rows } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await expect(tabs.getByRole('link', { name: /^Deposits/ })).toHaveAttribute('aria-current', 'page');
  const types = await textsOf(column('transaction_type_id'));
  expect(types.slice(0, 3)).toEqual(['Bank deposit', 'Second alternative deposit', 'Manual deposit']);
  expect((await textsOf(column('amount'))).slice(0, 3)).toEqual(['+€1,000.00', '+€500.00', '+€75.00']);
  expect(new Set(await textsOf(column('transaction_status')))).toEqual(
    new Set(['Pending', 'Approved', 'Cancelled', 'Declined']),
  );

  await tabs.getByRole('link', { name: /^Withdrawals/ }).click();
  await expect(page).toHaveURL(/\/transactions\/withdrawals$/);
  await expect(page).toHaveTitle(/^Withdrawals · Transactions · /);
  await expect(rows).toHaveCount(8);
  await expect.poll(() => textsOf(column('transaction_type_id'))).toContain('Withdrawal returned');
  await tabs.getByRole('link', { name: /^Bonuses/ }).click();
  await expect(rows).toHaveCount(2);
  expect(await textsOf(column('transaction_type_id'))).toEqual(['Bonus correction', 'Bonus']);
  await page.goBack();
  await expect(page).toHaveTitle(/^Withdrawals · /);
  await expect(rows).toHaveCount(8);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Transactions' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(faults).toEqual([]);
});

test('a column that is pressed puts the table in order, pressed again the other way', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/withdrawals');
  const { head, column, rows } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await expect(head('Date (UTC)')).toHaveAttribute('aria-sort', 'descending');
  await head('Amount').getByRole('button').click();
  await expect(head('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('Date (UTC)')).not.toHaveAttribute('aria-sort');
  const falling = ['+€800.00', '-€5.00', '-€250.00', '-€350.00', '-€450.00', '-€600.00', '-€800.00', '-€1,200.00'];
  await expect.poll(() => textsOf(column('amount'))).toEqual(falling);
  await head('Amount').getByRole('button').click();
  await expect.poll(() => textsOf(column('amount'))).toEqual([...falling].reverse());
  await head('Status').getByRole('button').click();
  const statuses = ['Approved', 'Approved', 'Cancelled', 'Declined', 'Pending', 'Sent', 'Sent', 'Sent'];
  await expect.poll(() => textsOf(column('transaction_status'))).toEqual(statuses);
});

test('the file has all of a group, in the order of the table', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/withdrawals');
  const { head, rows } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await head('Amount').getByRole('button').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save list (CSV)' }).click();
  const file = await download;
  await expect(page.getByRole('status').filter({ hasText: /Saved as withdrawals-\S+, rows: 8/ })).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^withdrawals-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe(
    'transaction_id,created_at,transaction_type_id,transaction_type,transaction_status,stage,amount,currency',
  );
  expect(lines).toHaveLength(1 + 8 + 1);
  const [id = '', at, ...rest] = lines[1]?.split(',') ?? [];
  expect(rest).toEqual(['8', 'Withdrawal returned', 'approved', 'approved', '800.00', 'EUR']);
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  await expect(rows.first()).toHaveAttribute('data-transaction', id);
});

test('the whole number is copied, though a part of it is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/credits');
  const { rows } = transactionsPage(page);
  const id = (await rows.first().getAttribute('data-transaction')) ?? '';
  await rows
    .first()
    .getByRole('button', { name: `Copy the number ${id.slice(0, 8)}` })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `Number ${id.slice(0, 8)} copied` })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
});

test('who has none is told what will be there', async ({ page }) => {
  await logIn(page, 'new@example.com');
  for (const [group, title] of [
    ['deposits', 'No deposits yet'],
    ['withdrawals', 'No withdrawals yet'],
    ['bonuses', 'No bonuses yet'],
    ['credits', 'No credits yet'],
  ] as const) {
    await page.goto(`/transactions/${group}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save list (CSV)' })).toHaveCount(0);
  }
});

const manyCredits = (length: number) =>
  Array.from({ length }, (_, index) => ({
    transaction_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    amount: 1,
    transaction_type: 'Credit',
    transaction_type_id: 5,
    transaction_status: 'approved' as const,
    stage: 'approved' as const,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  }));

test('of more than a list has no sum is shown that leaves the older ones out', async ({ page }) => {
  await serveTransactions(page, manyCredits(4_999));
  await logIn(page, 'new@example.com');
  await page.goto('/transactions/credits');
  const { main, rows } = transactionsPage(page);
  await expect(main.locator('dl').first()).toHaveText('Booked+€4,999.00');
  // The route that is set up later answers first.
  await serveTransactions(page, manyCredits(5_000));
  await page.goto('/de/transactions/credits');
  await expect(rows).toHaveCount(100);
  await expect(main.getByText('Das sind die neuesten 5.000 Transaktionen. Ein Kontoauszug enthält alle')).toBeVisible();
  await expect(main).not.toContainText('5.000,00');
});

test('of thousands a hundred are shown at a time, and all are counted', async ({ page }) => {
  await serveTransactions(page, manyCredits(1_250));
  await logIn(page, 'new@example.com');
  await page.goto('/transactions/credits');
  const { rows, tabs } = transactionsPage(page);
  await expect(rows).toHaveCount(100);
  await expect(tabs.getByRole('link', { name: 'Credits 1,250' })).toBeVisible();
  await page.getByRole('button', { name: 'Show 100 more of 1,250' }).click();
  await expect(rows).toHaveCount(200);
});

test('by keyboard alone: the tabs, the heads, and the focus stays', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/deposits');
  const { tabs, head, rows } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  const bonuses = tabs.getByRole('link', { name: /^Bonuses/ });
  await tabTo(page, bonuses);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(bonuses).toBeFocused();
  const amount = head('Amount').getByRole('button');
  await tabTo(page, amount);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(head('Amount')).toHaveAttribute('aria-sort', 'ascending');
  await expect(amount).toBeFocused();
});

for (const [start, theme, widths] of [
  ['', 'dark', [320, 360, 840, 1100, 1440]],
  ['/de', 'light', [1440, 1100, 840, 320, 360]],
] as const)
  for (const group of groups)
    test(`nothing hinders anybody and nothing is beyond the edge at ${start}/transactions/${group}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await chooseTheme(page, theme);
      await logIn(page, 'demo@example.com');
      await page.goto(`${start}/transactions/${group}`);
      await expect(transactionsPage(page).rows.first()).toBeVisible();
      await expectNoSidewaysAt(page, widths);
      await expectNoFaultsInBothThemes(page);
    });

test('on a phone each is a card, and a list puts them in order', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/withdrawals');
  const { column, rows, head } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await expect(head('Amount')).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption('Amount');
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect.poll(async () => (await textsOf(column('amount')))[0]).toBe('-€1,200.00');
  await expect(page.getByRole('button', { name: 'Ascending' })).toBeVisible();
});

test('on a phone the tab of the page is in sight, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await logIn(page, 'demo@example.com');
  for (const start of ['', '/de', '/it', '/es']) {
    await page.goto(`${start}/transactions/credits`);
    await expect(transactionsPage(page).rows).toHaveCount(1);
    await expect(page.locator('main nav [aria-current=page]')).toBeInViewport({ ratio: 1 });
  }
});

test('in German everything is, and the switch of languages keeps the group', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/de/transactions/withdrawals');
  const { rows, column, main } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await expect(main.getByRole('heading', { name: 'Transaktionen' })).toBeVisible();
  expect(await textsOf(column('transaction_type_id'))).toContain('Auszahlung zurückgebucht');
  expect(await textsOf(column('amount'))).toContain('+800,00 €');
  await main.getByRole('link', { name: /^Boni/ }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('banner').getByRole('button', { name: 'Sprache' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/[^e]\/transactions\/bonuses$/);
});
