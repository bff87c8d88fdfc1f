import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getHistory } from '../../../../src/lib/contract/endpoints.ts';
import type { Position } from '../../../../src/lib/contract/entities.ts';
import type { FakeServer } from '../../../support/component/fake-server.ts';
import { catchFiles, cellsOf, closedOf, headOf, idsShown } from '../../../support/component/positions.tsx';
import { openPositions, tabTo } from '../../../support/component/positions.tsx';
import { aPosition, terminal, test as base } from '../../../support/component/shown-terminal.tsx';
import { isInOrder } from '../../../support/table-values.ts';

const total = 10_003;
const all = openPositions(total).map((position, number) =>
  closedOf(position, {
    close_date: new Date(Date.parse('2026-03-02T10:00:00.000Z') - number * 60_000).toISOString(),
    closingReason: number % 2 === 0 ? 0 : 2,
    profit: (number % 7) - 3,
  }),
);

/** A page of the history; `number` counts from 1. */
const pageOf = (number: number, limit = 50, rows: readonly Position[] = all) => ({
  rows: rows.slice((number - 1) * limit, number * limit),
  total: rows.length,
});

/** The newest request for a page of the history. */
const asked = (server: FakeServer) => server.asked(getHistory).at(-1)?.body;

const test = base.extend('openHistory', ({ server, showTerminal }) => async (history = all) => {
  server.answer(getHistory, pageOf(1, 50, history));
  const connections = await showTerminal({ positions: { open: [aPosition()], history: history.slice(0, 100) } });
  const { positions, rows } = terminal();
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect.element(rows).toHaveLength(50);
  const pager = positions.getByRole('navigation', { name: 'History pages' });
  const range = pager.getByRole('status');
  const press = async (name: string, answer: ReturnType<typeof pageOf>) => {
    server.answer(getHistory, answer);
    await pager.getByRole('button', { name }).click();
  };
  const csv = positions.getByRole('button', { name: 'Export CSV' });
  return { ...connections, positions, rows, pager, range, press, csv };
});

test('pages of 50 lead from the newest of 10,003 to the oldest, and back', async ({ openHistory, server }) => {
  const { rows, pager, range, press } = await openHistory();
  await expect.element(range).toHaveTextContent('1–50 of 10,003');
  await expect.element(pager.getByRole('button', { name: 'First page' })).toHaveAttribute('aria-disabled', 'true');
  expect(asked(server)).toEqual({ sort: 'close_date', order: 'desc', page: 1, limit: 50 });
  const first = idsShown();

  await press('Next page', pageOf(2));
  await expect.element(range).toHaveTextContent('51–100 of 10,003');
  expect(asked(server)).toMatchObject({ page: 2 });
  await expect.poll(() => idsShown()).toEqual(pageOf(2).rows.map(({ id }) => id));
  expect(idsShown().filter((id) => first.includes(id))).toEqual([]);

  await press('Last page', pageOf(201));
  await expect.element(range).toHaveTextContent('10,001–10,003 of 10,003');
  expect(asked(server)).toMatchObject({ page: 201 });
  await expect.element(rows).toHaveLength(3);
  await expect.element(pager.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await press('Previous page', pageOf(200));
  await expect.element(range).toHaveTextContent('9,951–10,000 of 10,003');
  expect(asked(server)).toMatchObject({ page: 200 });
  await press('First page', pageOf(1));
  await expect.poll(() => idsShown()).toEqual(first);
  expect(asked(server)).toMatchObject({ page: 1 });
});

test.for([
  ['Symbol', 'symbol', 'asc'],
  ['Direction', 'direction', 'asc'],
  ['Amount', 'amount', 'desc'],
  ['Leverage', 'leverage', 'desc'],
  ['Open price', 'open_rate', 'desc'],
  ['Close price', 'closed_rate', 'desc'],
  ['Profit', 'profit', 'desc'],
  ['Close reason', 'closingReason', 'asc'],
  ['Opened, UTC', 'open_date', 'desc'],
  ['Closed, UTC', 'close_date', 'asc'],
] as const)(
  'sorting by %s sorts the whole history, not only the page',
  async ([name, sort, order], { openHistory, server }) => {
    const { press, range } = await openHistory();
    await press('Next page', pageOf(2));
    await expect.element(range).toMatchTextContent('51–100');
    server.answer(getHistory, pageOf(5));
    await headOf(name).getByRole('button').click();
    await expect.element(headOf(name)).toHaveAttribute('aria-sort', order === 'asc' ? 'ascending' : 'descending');
    await expect.element(page.getByCss('table[aria-busy="false"]')).toBeVisible();
    expect(asked(server)).toEqual({ sort, order, page: 1, limit: 50 });
    // The rows are in the server's order.
    expect(idsShown()).toEqual(pageOf(5).rows.map(({ id }) => id));
    await press('Last page', pageOf(201));
    await expect.poll(() => asked(server)).toEqual({ sort, order, page: 201, limit: 50 });
  },
);

test('new closes appear on the first page, and closing reasons are in words', async ({ openHistory, server }) => {
  const { rows, range, connection } = await openHistory();
  await expect.element(rows.first().getByCss('[data-column="reason"]')).toHaveTextContent('Manually');
  await expect.element(rows.nth(1).getByCss('[data-column="reason"]')).toHaveTextContent('Take Profit');
  // A position is closed elsewhere while the history is shown here.
  const closed = closedOf(aPosition());
  server.answer(getHistory, pageOf(1, 50, [closed, ...all]));
  connection.tell('positions', { open: [], history: [closed, ...all.slice(0, 99)] });
  await expect.element(rows.first()).toHaveAttribute('data-position', closed.id);
  await expect.element(range).toHaveTextContent('1–50 of 10,004');
});

test('a page that cannot be loaded says so, and can be loaded again', async ({ openHistory, server }) => {
  const { positions, rows, range, pager } = await openHistory();
  server.beUnreachable(getHistory);
  await pager.getByRole('button', { name: 'Next page' }).click();
  await expect.element(positions.getByRole('alert')).toMatchTextContent("We couldn't load your history.");
  server.answer(getHistory, pageOf(2));
  await tabTo(positions.getByRole('button', { name: 'Try again' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(range).toMatchTextContent('51–100');
  await expect.element(rows).toHaveLength(50);
  await expect.element(positions.getByRole('tab', { name: 'History' })).toHaveFocus();
});

/**
 * Presses Export and answers one page of a thousand rows after the other, oldest first. Holds the request for page
 * number `until` and returns it.
 */
async function answerThousands(server: FakeServer, { press, until }: { press: () => Promise<void>; until: number }) {
  const oldestFirst = all.toReversed();
  let held = server.hold(getHistory);
  await press();
  for (let number = 1; number < until; number++) {
    await expect.poll(() => asked(server)).toEqual({ sort: 'close_date', order: 'asc', page: number, limit: 1_000 });
    const answered = held;
    held = server.hold(getHistory);
    answered.answer(pageOf(number, 1_000, oldestFirst));
  }
  await expect.poll(() => asked(server)).toMatchObject({ page: until });
  return { ...held, answerLast: () => held.answer(pageOf(until, 1_000, oldestFirst)) };
}

test('the whole history is saved as CSV, oldest first, with its progress', async ({ openHistory, server }) => {
  const saved = catchFiles();
  const { csv } = await openHistory();
  const last = await answerThousands(server, { press: () => csv.click(), until: 11 });
  await expect.element(csv).toMatchTextContent('10,000 of 10,003');
  last.answerLast();
  const file = await saved.first();
  expect(file.name).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/);
  const { head, rows } = cellsOf(file);
  const column = (of: string) => rows.map((row) => row[head.indexOf(of)] ?? '');
  expect(rows).toHaveLength(total);
  expect(new Set(column('id')).size).toBe(total);
  expect(isInOrder(column('close_date'), 'ascending')).toBe(true);
  expect(new Set(column('currency'))).toEqual(new Set(['EUR']));
  expect(column('profit').filter((money) => !/^-?\d+\.\d\d$/.test(money))).toEqual([]);
  expect(column('amount').filter((money) => !/^\d+\.\d\d$/.test(money))).toEqual([]);
  expect(column('closingReason').at(-1)).toBe('Manually');
  await expect.element(csv).toHaveTextContent('Export CSV');
});

test('a history that fails halfway is not saved, and says what happened', async ({ openHistory, server }) => {
  const saved = catchFiles();
  const { csv } = await openHistory();
  const fourth = await answerThousands(server, { press: () => csv.click(), until: 4 });
  await expect.element(csv).toMatchTextContent('3,000 of 10,003');
  fourth.beUnreachable();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The export' }))
    .toMatchTextContent(/^The export stopped after 3,000 positions and no file was saved\. This is temporarily/);
  await expect.element(csv).toHaveTextContent('Export CSV');
  expect(saved.files).toEqual([]);
});

test('paging and sorting by keyboard alone', async ({ openHistory, server }) => {
  const { pager, range } = await openHistory();
  const next = pager.getByRole('button', { name: 'Next page' });
  server.answer(getHistory, pageOf(2));
  await tabTo(next);
  await userEvent.keyboard('{Enter}');
  await expect.element(range).toMatchTextContent('51–100');
  await expect.element(next).toHaveFocus();
  await tabTo(headOf('Profit').getByRole('button'));
  await userEvent.keyboard(' ');
  await expect.element(headOf('Profit')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(range).toMatchTextContent('1–50');
});

test('a filter asks for its first page, and clearing it for all', async ({ openHistory, server }) => {
  const { positions, rows } = await openHistory();
  await positions.getByRole('button', { name: 'Filter' }).click();
  const filter = positions.getByRole('search', { name: 'Filter the history' });
  server.answer(getHistory, { rows: [], total: 0 });
  await filter.getByRole('combobox', { name: 'Close reason' }).selectOptions('Take Profit');
  await expect.element(positions.getByText('No closed positions match these filters.')).toBeVisible();
  expect(asked(server)).toMatchObject({ reason: 2, page: 1 });
  server.answer(getHistory, pageOf(1));
  await filter.getByLabelText('From').fill('2026-03-01');
  await expect.poll(() => asked(server)).toMatchObject({ reason: 2, from: '2026-03-01', page: 1 });
  await filter.getByRole('button', { name: 'Clear' }).click();
  await expect.element(rows).toHaveLength(50);
  expect(asked(server)).toEqual({ sort: 'close_date', order: 'desc', page: 1, limit: 50 });
});

test('a filter that is folded away is still marked, and named in the file', async ({ openHistory, server }) => {
  const saved = catchFiles();
  const { positions, csv } = await openHistory();
  const button = positions.getByRole('button', { name: /^Filter/ });
  await expect.element(button).toHaveAccessibleName('Filter');
  await button.click();
  const filter = positions.getByRole('search', { name: 'Filter the history' });
  const profitable = all.filter(({ closingReason }) => closingReason === 2).slice(0, 3);
  server.answer(getHistory, pageOf(1, 50, profitable));
  await filter.getByRole('combobox', { name: 'Symbol' }).selectOptions('BTCUSD');
  await filter.getByRole('combobox', { name: 'Close reason' }).selectOptions('Take Profit');
  await filter.getByLabelText('From').fill('2026-03-01');
  await button.click();
  await expect.element(filter).not.toBeInTheDocument();
  await expect.element(button).toHaveAccessibleName('Filter 3 active');
  await csv.click();
  const file = await saved.first();
  expect(file.name).toMatch(/^history-BTCUSD-take-profit-from-2026-03-01-\d{4}-\d\d-\d\d\.csv$/);
  expect(asked(server)).toMatchObject({ symbol: 'BTCUSD', reason: 2, from: '2026-03-01', limit: 1_000 });
  expect(cellsOf(file).rows).toHaveLength(3);
});
