import { expect, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getReceipt, updatePosition } from '../../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../../src/lib/contract/envelope.ts';
import { catchFiles, cellsOf, headOf, idOf, idsShown, openPositions } from '../../../support/component/positions.tsx';
import { tabTo, textsOf } from '../../../support/component/positions.tsx';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { isInOrder, valueOf } from '../../../support/table-values.ts';

const open = openPositions(12);

test.for([
  ['Symbol', 'symbol', 'ascending'],
  ['Direction', 'direction', 'ascending'],
  ['Amount', 'amount', 'descending'],
  ['Leverage', 'leverage', 'descending'],
  ['Open price', 'openRate', 'descending'],
  ['Opened, UTC', 'opened', 'ascending'],
] as const)('open positions are sorted by %s, in both directions', async ([name, column, first], { showTerminal }) => {
  await showTerminal({ positions: { open } });
  const head = headOf(name);
  // Newest first by default.
  await expect.element(headOf('Opened, UTC')).toHaveAttribute('aria-sort', 'descending');
  for (const order of [first, first === 'ascending' ? 'descending' : 'ascending'] as const) {
    await head.getByRole('button').click();
    await expect.element(head).toHaveAttribute('aria-sort', order);
    const values = textsOf(column).map(valueOf);
    expect(values).toHaveLength(12);
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(isInOrder(values, order), `${order}: ${values.join(' ')}`).toBe(true);
  }
  expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1);
});

test('positions without a level come last in both directions', async ({ showTerminal }) => {
  const changed = { ...aPosition(), ...open[7], take_profit: 900_000 };
  const { connection } = await showTerminal({ positions: { open } });
  connection.answer(updatePosition.event, () => acknowledge(changed));
  const { rows, rowOf } = terminal();
  const row = rowOf(idOf(7));
  await row.getByRole('button', { name: /Take profit for/ }).click();
  await row.getByRole('textbox').fill('900000');
  await userEvent.keyboard('{Enter}');
  await expect.element(row.getByCss('[data-column="takeProfit"]')).toMatchTextContent(/\d/);
  for (const order of ['descending', 'ascending']) {
    await headOf('Take profit').getByRole('button').click();
    await expect.element(headOf('Take profit')).toHaveAttribute('aria-sort', order);
    await expect.element(rows.first()).toHaveAttribute('data-position', idOf(7));
  }
});

test('sorting by live profit pauses under the pointer, and resumes once it has left', async ({ showTerminal }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const inBitcoin = openPositions(6).map((position) => ({ ...position, symbol: 'BTCUSD' }));
  const { priceConnection } = await showTerminal({ positions: { open: inBitcoin } });
  const { rows, chart } = terminal();
  const profits = () => textsOf('profit').map(valueOf);
  await expect.poll(() => profits().filter((profit) => typeof profit === 'number')).toHaveLength(6);
  await headOf('Profit').getByRole('button').click();
  await expect.element(headOf('Profit')).toHaveAttribute('aria-sort', 'descending');
  expect(isInOrder(profits(), 'descending')).toBe(true);
  await rows.first().hover();
  const order = idsShown();
  priceConnection.tell('prices', { BTCUSD: { buy: 30_010, sell: 30_000 } });
  await expect.poll(() => isInOrder(profits(), 'descending')).toBe(false);
  vi.advanceTimersByTime(5_000);
  await expect.element(rows.first()).toBeVisible();
  expect(idsShown()).toEqual(order);
  await chart.hover();
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => idsShown()).not.toEqual(order);
  expect(isInOrder(profits(), 'descending')).toBe(true);
});

test('cards have no heads, so a native select sorts them', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal({ positions: { open } });
  const { positions, rows } = terminal();
  await expect.element(rows).toHaveLength(12);
  await expect.element(positions.getByRole('columnheader')).not.toBeInTheDocument();
  await positions.getByLabelText('Sort by').selectOptions('Amount');
  const isIn = (order: 'ascending' | 'descending') => isInOrder(textsOf('amount').map(valueOf), order);
  await expect.poll(() => isIn('descending')).toBe(true);
  await positions.getByRole('button', { name: 'Descending' }).click();
  await expect.element(positions.getByRole('button', { name: 'Ascending' })).toBeVisible();
  await expect.poll(() => isIn('ascending')).toBe(true);
});

test('positions that auto trading opened, and protected ones, say so', async ({ showTerminal }) => {
  await showTerminal({ positions: { open } });
  const { rows } = terminal();
  await expect.element(rows).toHaveLength(12);
  const marked = (text: string) =>
    rows
      .elements()
      .filter((row) => row.textContent.includes(text))
      .map((row) => row.getAttribute('data-position'));
  const idsWith = (flag: 'auto' | 'protected') => open.filter((each) => each[flag] === 1).map(({ id }) => id);
  expect(marked('Opened by auto trading')).toEqual(idsWith('auto'));
  expect(marked('Protected')).toEqual(idsWith('protected'));
  for (const flag of ['auto', 'protected'] as const) {
    expect(idsWith(flag).length).toBeGreaterThan(0);
    expect(idsWith(flag).length).toBeLessThan(12);
  }
});

test('by keyboard alone: sorting, a receipt, and back to the same focus', async ({ showTerminal, server }) => {
  await showTerminal({ positions: { open } });
  await expect.element(terminal().rows).toHaveLength(12);
  const amount = headOf('Amount').getByRole('button');
  await tabTo(amount);
  await userEvent.keyboard('{Enter}');
  await expect.element(headOf('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(amount).toHaveFocus();
  const position = open.find(({ id }) => id === idsShown()[0]) ?? aPosition();
  const fill = { rate: position.open_rate, time: position.open_date, quote: null };
  server.answer(getReceipt, { position, open: fill, close: null, after_jump: 0 });
  const receipt = terminal()
    .rows.first()
    .getByRole('button', { name: /^Receipt for/ });
  await tabTo(receipt);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Still open');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(receipt).toHaveFocus();
});

test('open positions are saved as CSV with their current profit', async ({ showTerminal }) => {
  const saved = catchFiles();
  await showTerminal({ positions: { open } });
  await expect.element(terminal().rows.first().getByCss('[data-live="profit"]')).toMatchTextContent(/\d/);
  await terminal().positions.getByRole('button', { name: 'Export CSV' }).click();
  await expect.element(page.getByText(/^open-positions-.*\.csv saved\. Positions exported: 12\.$/)).toBeVisible();
  const file = await saved.first();
  expect(file.name).toMatch(/^open-positions-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.text).toMatch(/^id,symbol,symbolName,direction,amount,leverage,open_rate,open_date,closed_rate,/);
  const { head, rows } = cellsOf(file);
  const column = (of: string) => rows.map((row) => row[head.indexOf(of)] ?? '');
  expect(column('id')).toEqual(idsShown());
  expect(column('amount').filter((money) => !/^\d\.\d\d$/.test(money))).toEqual([]);
  expect(column('open_date').filter((time) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time))).toEqual([]);
  expect(new Set(column('closed_rate'))).toEqual(new Set(['']));
  // The newest position is a sell for €1.05 of Bitcoin with leverage 2, opened at 50,015. The ask is 60,010.
  expect(open[0]).toMatchObject({ direction: 'sell', amount: 1.05, leverage: 2, open_rate: 50_015 });
  expect(column('profit')[0]).toBe('-0.42');
});
