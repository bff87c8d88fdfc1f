import { expectNoFaults } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from './crowded-test.ts';
import { headOf, idsShown, isInOrder, savedText, textsOf, valueOf } from './table-reader.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const columns = [
  ['Symbol', 'symbol', 'ascending'],
  ['Direction', 'direction', 'ascending'],
  ['Amount', 'amount', 'descending'],
  ['Leverage', 'leverage', 'descending'],
  ['Open rate', 'openRate', 'descending'],
  ['Opened, UTC', 'opened', 'descending'],
] as const;

test('open positions are put in order by any column, one way and the other', async ({ page }) => {
  await openTerminal(page);
  await expect(headOf(page, 'Opened, UTC')).toHaveAttribute('aria-sort', 'descending');
  for (const [name, column, first] of columns) {
    const head = headOf(page, name);
    const orders =
      first === 'ascending' ? (['ascending', 'descending'] as const) : (['descending', 'ascending'] as const);
    for (const order of orders) {
      await head.getByRole('button').click();
      await expect(head).toHaveAttribute('aria-sort', order);
      const values = (await textsOf(page, column)).map(valueOf);
      expect(values).toHaveLength(12);
      expect(isInOrder(values, order), `${name} ${order}: ${values.join(' ')}`).toBe(true);
    }
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
  }
});

test('what has no level comes last, whichever way the others go', async ({ page }) => {
  await openTerminal(page);
  const { rows } = terminal(page);
  await expect(rows).toHaveCount(12);
  const id = (await idsShown(page))[5]!;
  const row = terminal(page).rowOf(id);
  const isBuy = (await row.locator('[data-column="direction"]').innerText()) === 'Buy';
  await row.getByRole('button', { name: /Take profit of/ }).click();
  await row.getByRole('textbox').fill(isBuy ? '900000' : '0.01');
  await page.keyboard.press('Enter');
  await expect(row.locator('[data-column="takeProfit"]')).toHaveText(/\d/);
  for (const order of ['descending', 'ascending']) {
    await headOf(page, 'Take profit').getByRole('button').click();
    await expect(headOf(page, 'Take profit')).toHaveAttribute('aria-sort', order);
    await expect(rows.first()).toHaveAttribute('data-position', id);
  }
});

test('an order by live profit stands still under the pointer, and is taken again once that is gone', async ({
  page,
}) => {
  await openTerminal(page);
  const { rows } = terminal(page);
  await headOf(page, 'Profit').getByRole('button').click();
  await rows.first().hover();
  const order = await idsShown(page);
  // Until the market has turned so far that another order would be right.
  await expect
    .poll(async () => isInOrder((await textsOf(page, 'profit')).map(valueOf), 'descending'), { timeout: 30_000 })
    .toBe(false);
  expect(await idsShown(page)).toEqual(order);
  await page.mouse.move(700, 300);
  await expect.poll(() => idsShown(page), { timeout: 15_000 }).not.toEqual(order);
});

test('a card has no heads: a native choice puts them in order', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTerminal(page);
  const { positions, rows } = terminal(page);
  await expect(rows).toHaveCount(12);
  await expect(positions.getByRole('columnheader')).toHaveCount(0);
  await positions.getByLabel('Sort by').selectOption('Amount');
  const isIn = async (order: 'ascending' | 'descending') =>
    isInOrder((await textsOf(page, 'amount')).map(valueOf), order);
  await expect.poll(() => isIn('descending')).toBe(true);
  await positions.getByRole('button', { name: 'Descending' }).click();
  await expect(positions.getByRole('button', { name: 'Ascending' })).toBeVisible();
  await expect.poll(() => isIn('ascending')).toBe(true);
  await expectNoFaults(page, 'section[aria-label="Positions"]');
});

test('positions that auto trading opened, and protected ones, say so', async ({ page }) => {
  await openTerminal(page);
  const { rows } = terminal(page);
  await expect(rows).toHaveCount(12);
  // The server marks amounts that 5 and 7 divide.
  const cents = (await textsOf(page, 'amount')).map((text) => Math.round(Number(text.slice(1)) * 100));
  for (const [index, amount] of cents.entries()) {
    await expect(rows.nth(index).getByText('Opened by auto trading')).toHaveCount(amount % 5 === 0 ? 1 : 0);
    await expect(rows.nth(index).getByText('Protected')).toHaveCount(amount % 7 === 0 ? 1 : 0);
  }
});

test('by the keyboard alone: an order, a receipt, and back to where one was', async ({ page }) => {
  await openTerminal(page);
  const amount = headOf(page, 'Amount').getByRole('button');
  await tabTo(page, amount);
  await page.keyboard.press('Enter');
  await expect(headOf(page, 'Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect(amount).toBeFocused();
  const receipt = terminal(page)
    .rows.first()
    .getByRole('button', { name: /^Receipt of/ });
  await tabTo(page, receipt);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Still open');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(receipt).toBeFocused();
});

test('open positions are saved as CSV with their profit of the moment', async ({ page }) => {
  await openTerminal(page);
  const button = terminal(page).positions.getByRole('button', { name: 'Export CSV' });
  const { name, text } = await savedText(page, async () => {
    await button.click();
    await expect(page.getByText(/^open-positions-.*\.csv is saved: 12 positions$/)).toBeVisible();
  });
  expect(name).toMatch(/^open-positions-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^id,symbol,symbolName,direction,amount,leverage,open_rate,open_date,closed_rate,/);
  const cells = lines.map((line) => line.split(','));
  expect(cells.map(([id]) => id)).toEqual(await idsShown(page));
  for (const [, , , , amount, , , opened, closedRate] of cells) {
    expect(amount).toMatch(/^\d\.\d\d$/);
    expect(opened).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(closedRate).toBe('');
  }
});
