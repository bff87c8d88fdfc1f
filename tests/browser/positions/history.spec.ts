import type { Page } from '@playwright/test';
import { openTerminal, terminal } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from './crowded-test.ts';
import { headOf, idsShown, isInOrder, savedText, textsOf, valueOf } from './table-reader.ts';

const made = 10_000;

test.use({ crowd: { open: 0, closed: made }, viewport: { width: 1440, height: 900 } });

/** Opens the history and returns its parts; the demo customer has a few trades besides those that were made. */
async function openHistory(page: Page) {
  await openTerminal(page);
  const { positions, rows } = terminal(page);
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(rows).toHaveCount(50);
  const pager = positions.getByRole('navigation', { name: 'Pages of the history' });
  const range = pager.getByRole('status');
  await expect(range).toHaveText(/^1–50 of [\d,]+$/);
  const total = Number(((await range.textContent()) ?? '').split(' of ')[1]?.replace(',', ''));
  expect(total).toBeGreaterThanOrEqual(made);
  const press = (name: string) => pager.getByRole('button', { name }).click();
  const csv = positions.getByRole('button', { name: 'Export CSV' });
  return { positions, rows, pager, range, total, press, csv };
}

const count = (value: number) => value.toLocaleString('en');

test('pages of 50 lead from the newest of 10,000 to the oldest, and back', async ({ page }) => {
  const { rows, pager, range, total, press } = await openHistory(page);
  await expect(range).toHaveText(`1–50 of ${count(total)}`);
  await expect(pager.getByRole('button', { name: 'First page' })).toHaveAttribute('aria-disabled', 'true');
  const first = await idsShown(page);

  await press('Next page');
  await expect(range).toHaveText(`51–100 of ${count(total)}`);
  await expect(rows.first()).not.toHaveAttribute('data-position', first[0]!);
  const second = await idsShown(page);
  expect(second.filter((id) => first.includes(id))).toEqual([]);

  await press('Last page');
  const lastFrom = Math.floor((total - 1) / 50) * 50 + 1;
  await expect(range).toHaveText(`${count(lastFrom)}–${count(total)} of ${count(total)}`);
  await expect(rows).toHaveCount(total - lastFrom + 1);
  await expect(pager.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await press('Previous page');
  await expect(range).toHaveText(`${count(lastFrom - 50)}–${count(lastFrom - 1)} of ${count(total)}`);
  await press('First page');
  await expect.poll(() => idsShown(page)).toEqual(first);
});

test('the whole history is put in order by each column, not only the page', async ({ page }) => {
  const { press, range, total } = await openHistory(page);
  const columns = [
    ['Symbol', 'symbol', 'ascending'],
    ['Direction', 'direction', 'ascending'],
    ['Amount', 'amount', 'descending'],
    ['Leverage', 'leverage', 'descending'],
    ['Open rate', 'openRate', 'descending'],
    ['Closed rate', 'closedRate', 'descending'],
    ['Profit', 'profit', 'descending'],
    ['Closed by', 'reason', 'ascending'],
    ['Opened, UTC', 'opened', 'descending'],
    ['Closed, UTC', 'closed', 'descending'],
  ] as const;
  for (const [name, column, order] of columns) {
    await headOf(page, name).getByRole('button').click();
    await expect(headOf(page, name)).toHaveAttribute('aria-sort', order);
    await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
    const near = (await textsOf(page, column)).map(valueOf);
    // Reasons are in the order of their numbers, which is not that of their words.
    if (column !== 'reason') expect(isInOrder(near, order), name).toBe(true);
    if (column !== 'symbol' && column !== 'profit') continue;
    await press('Last page');
    await expect(range).toContainText(`–${count(total)} of`);
    await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
    const far = (await textsOf(page, column)).map(valueOf);
    expect(isInOrder([...near, ...far], order), name).toBe(true);
    expect(far.at(-1)).not.toBe(near[0]);
  }
});

test('the first page takes up what is closed, and closing reasons are in words', async ({ page }) => {
  const { positions, rows, range, total } = await openHistory(page);
  await expect(rows.first().locator('[data-column="reason"]')).toHaveText('Manually');
  const { ticket } = terminal(page);
  await ticket.getByLabel('Amount').fill('12');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await positions.getByRole('tab', { name: 'Open positions' }).click();
  await expect(rows).toHaveCount(1);
  const [id] = await idsShown(page);
  // Closed elsewhere, while the history is looked at here.
  const elsewhere = await page.context().newPage();
  await openTerminal(elsewhere);
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(range).toContainText(`of ${count(total)}`);
  await terminal(elsewhere).rows.first().getByRole('button', { name: 'Close' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(rows.first()).toHaveAttribute('data-position', id!);
  await expect(range).toHaveText(`1–50 of ${count(total + 1)}`);
});

test('a page that cannot be had says so, and is tried again', async ({ page }) => {
  const { positions, rows, range, press } = await openHistory(page);
  await page.route('**/api/accounts/history', (route) => route.abort());
  await press('Next page');
  await expect(positions.getByRole('alert')).toContainText('The history could not be loaded.');
  await page.unroute('**/api/accounts/history');
  await tabTo(page, positions.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expect(range).toContainText('51–100');
  await expect(rows).toHaveCount(50);
  await expect(positions.getByRole('tab', { name: 'History' })).toBeFocused();
});

test('the whole history is saved as CSV, oldest first, and says how far it is', async ({ page }) => {
  const { csv, total } = await openHistory(page);
  // Held back once, so that a reader of the test's speed can see how far it is.
  await page.route('**/api/accounts/history', async (route) => {
    const { page: number } = route.request().postDataJSON() as { page: number };
    if (number === 4) await expect(csv).toContainText(`3,000 of ${count(total)}`);
    await route.continue();
  });
  const { name, text } = await savedText(page, () => csv.click());
  expect(name).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/);
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (of: string) => rows.map((row) => row[head.indexOf(of)] ?? '');
  expect(rows).toHaveLength(total);
  expect(new Set(column('id')).size).toBe(total);
  expect(isInOrder(column('close_date'), 'ascending')).toBe(true);
  expect(new Set(column('currency'))).toEqual(new Set(['EUR']));
  expect(column('profit').filter((money) => !/^-?\d+\.\d\d$/.test(money))).toEqual([]);
  expect(column('amount').filter((money) => !/^\d+\.\d\d$/.test(money))).toEqual([]);
  expect(column('closingReason').at(-1)).toBe('Manually');
  await expect(csv).toHaveText('Export CSV');
});

test('a history that breaks off is not saved by half, and says what happened', async ({ page }) => {
  const { csv } = await openHistory(page);
  let saved = 0;
  page.on('download', () => saved++);
  await page.route('**/api/accounts/history', async (route) => {
    const { page: number } = route.request().postDataJSON() as { page: number };
    await (number === 4 ? route.abort() : route.continue());
  });
  await csv.click();
  await expect(page.getByRole('alert').filter({ hasText: 'No file' })).toHaveText(
    /No file was made\. It ended after 3,000 positions: Temporarily/,
  );
  await expect(csv).toHaveText('Export CSV');
  expect(saved).toBe(0);
});

test('by the keyboard alone: pages, and an order', async ({ page }) => {
  const { pager, range } = await openHistory(page);
  const next = pager.getByRole('button', { name: 'Next page' });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(range).toContainText('51–100');
  await expect(next).toBeFocused();
  await tabTo(page, headOf(page, 'Profit').getByRole('button'));
  await page.keyboard.press('Space');
  await expect(headOf(page, 'Profit')).toHaveAttribute('aria-sort', 'descending');
  await expect(range).toContainText('1–50');
});
